<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open text or matrices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the n&amp;umbers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a r&amp;ow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move the row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a co&amp;lumn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the colum&amp;n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the &amp;token…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fill the matrix from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Numbers in the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;istance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Divide by √dₖ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal m&amp;ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About attnviz</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CellLine</name>
    <message>
        <source>Number of the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ControlsPanel</name>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q, K and V by hand: the other heads need a sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;divide by √dₖ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Divide every score by √dₖ before the softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>causal m&amp;ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A query may not look at keys after its own position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sliding &amp;window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A query sees only this many keys, its own position the last of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the window, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last tokens that are padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paddin&amp;g, last tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dimension d k of queries and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many components each query and key has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;temperature τ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores are also divided by τ: below 1 sharper, above 1 flatter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deca&amp;y λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decay lambda of the distance head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How fast a score falls with distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous-token st&amp;rength c</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strength c of the previous-token head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much the previous token counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixture of the scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The three shares sum to 1: raising one lowers the others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the previous token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s&amp;eed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another seed draws other random vectors for the same words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draw again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw other random vectors: the next seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n&amp;umbers in the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write each number into its cell, where it fits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Export the figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a text, or Q, K and V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts and matrices (*.txt *.md *.npz *.json *.csv *.tsv *.npy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill {matrix} from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move between cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a number by dragging; finer, coarser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or paste a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About attnviz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See, change, understand and show transformer attention. Free software under the MIT licence; it uses Qt (LGPL), NumPy and pyqtgraph, and the typeface Inter (OFL).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExperimentCard</name>
    <message>
        <source>apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply: {experiment}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make this change; Undo takes it back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeadSelector</name>
    <message>
        <source>&amp;Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query and key vectors of the words: S = q · k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the token before counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;istance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The farther away, the lower the score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mixture of the three scores</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>Attention weights, rows are queries and columns are keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LessonsPanel</name>
    <message>
        <source>Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this view as PNG, SVG or PDF (Ctrl+E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MatrixEditor</name>
    <message>
        <source>Steps: the matrices of the chain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit the number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy the matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a &amp;row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this r&amp;ow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a co&amp;lumn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this col&amp;umn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fill from a file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>query “{query}” · key “{key}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: may not be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaled {scaled} · weight {weight} · rank {rank} of {n}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Something went wrong inside attnviz. What you had is still there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The details are in {file}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowBars</name>
    <message>
        <source>Weights of the followed row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag or turn the wheel to look closer; double click shows all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row of “{query}” · sum {total}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SentenceBar</name>
    <message>
        <source>Se&amp;ntence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste a sentence and press Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste your own sentence (up to 4096 tokens) and press Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message>
        <source>The followed row&apos;s sum</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Chips</name>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>acts</name>
    <message>
        <source>Edit {matrix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste into {matrix}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill {matrix} from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Division by √dₖ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change dₖ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change c</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the mixture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} files at once: open one text, or the tables of Q, K and V together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>app</name>
    <message>
        <source>sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} — edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. The commands lessons, compute and export work without one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>There is no row {found} to follow: the rows go from 1 to {n}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>{role} must be a rectangle of numbers: all its rows need the same length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} must hold real numbers only; it holds values of type {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers are kept as float32 or float64; {found} is not available.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} holds {value} at position ({place}), counted from 1; a finite number belongs there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} must be a matrix, or a stack of matrices with one per head; its shape is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} is empty: its shape is {found}, and every size must be at least 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{role} is {found} and {other_role} is {other_found}: give both of them heads, or neither.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q is {q_shape} and K is {k_shape}: both need the same number of columns (d_k).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n_heads} query heads cannot share {kv_heads} heads of {role} evenly: the first number must be a multiple of the second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K is {k_shape} and V is {v_shape}: both need the same number of rows, one for each key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K is {k_shape} and V is {v_shape}: both need the same number of heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S is {s_shape} and V is {v_shape}: V needs one row for each column of S.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be a whole number of at least 1; it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The temperature must be a finite number above 0; it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be a finite number of at least 0; it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strength</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scores to mix are {content}, {previous} and {distance}; all three need the same shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mixture needs three weights; {found} were given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each weight of the mixture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of the mixture must add up to 1; they add up to {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d_k goes from 1 to {most}; it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mask “{role}” must be a rectangle: all its rows need the same length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mask “{role}” is {found}; it must be {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mask “{role}” must hold true and false only; it holds values of type {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scores are empty: their shape is {found}, and a row needs at least one key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scores hold NaN (not a number) in a cell that may be looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence has more than {most} tokens: shorten it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence is empty: type at least one word.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>document</name>
    <message>
        <source>There is no head called “{name}”: choose one of {heads}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d_k is {found}, but it must be a whole number from 1 to {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mixture {found} does not fit: it takes three numbers of at least 0 that sum to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The seed is {found}, but it must be a whole number of at least 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads, their settings and the seed belong to a sentence, but this document is Q, K and V typed by hand: give it a sentence first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window is {found}, but it must be a whole number of at least 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{found} padding tokens do not fit: there are {n} keys, and one must stay visible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than {low}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is {found}, but it must be a number of {bound}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted block is {rows} × {columns}, but from this cell {name} has room for {free_rows} × {free_columns}: add rows or columns first, or paste at the first cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table typed by hand holds at most {most} rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last row stays: a matrix needs at least one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last column stays: a matrix needs at least one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has the shape {shape}, but a table with rows and columns is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds NaN or infinity, but every number must be finite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q is {q} and K is {k}: a query and a key need the same number of columns (d_k) to be multiplied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K is {k} and V is {v}: each key needs one value, so both need the same number of rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With these numbers the score of query “{query}” and key “{key}” passes the largest number the machine can hold (1.8·10³⁰⁸): use smaller ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document is a sentence, whose Q and K follow from its words: only matrices typed by hand can be edited.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This name has {found} characters, but a label holds at most {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{found} columns are too many: a matrix holds at most {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are {labels} names for the {rows} rows of {name}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>{file} ends in “{found}”, but a figure is saved as {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At {dpi} dpi the picture would have {width} × {height} pixels: choose fewer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>figure</name>
    <message>
        <source>Attention weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{query}” may not look at any key: its weights are 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{query}” looks at every key a little</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{query}” looks at:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each dot shows the largest of {k} × {k} cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows: query i · columns: key j</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy (bits)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A · Q and K by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A · content head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A · previous-token head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A · distance head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A · mixed head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n_q} × {n_k} · rows = queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard deviation of S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saturated rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{k} of {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest weight &gt; {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ {n} tokens looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient that passes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean ‖J‖ of the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight, linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention weights, {n_q} queries by {n_k} keys. The query {query} looks at {weights}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaled dot-product attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not divided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{how}, then masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each row sums to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{shape} · editable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key may be looked at: the weights are 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight is spread over {n} keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent}% of the weight comes from itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent}% of the weight comes from {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent}% from itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent}% from {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention step by step. Weights of the query {query}: {weights}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sum of “{query}”, step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores q · k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mixture of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale ÷ (√{d_k} · τ)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale ÷ √{d_k}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale ÷ τ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: may not be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no key is left: all weights are 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum = {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the largest, {shift}, is subtracted first: same weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>io</name>
    <message>
        <source>{name} is not an .npz file that can be read: its archive is broken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds too many arrays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds two arrays of the name {key}; expected one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is encrypted or compressed in a way that is not read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is too large: it has {found} bytes, at most {most} are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has shape {shape}; expected two axes, rows and columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: it is not an ordinary file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: there is no folder {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: it is a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: you may not write in this folder or to this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: the disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no numbers here; at least one row of numbers is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} could be one number or several cells; write {number} for the number, or {cells} for the cells.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are too many cells; at most {rows} rows and {columns} columns are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quotation marks or the cells are not written as in a CSV file ({reason}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The square brackets do not form a matrix; write it as {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row {row} is blank; remove it or fill it in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of cells in row {row} is {found}, but in row 1 it is {expected}; make them equal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row {row}, column {column} holds a NUL byte; this is not a text table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not an ordinary file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is written in UTF-16; save it as UTF-8 and open it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text: byte {position} does not belong there; save it as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be opened: there is no such file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be opened: it is a folder, not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be opened: you may not read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be opened: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must hold one object with the matrices, as in {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds too many lists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not JSON: line {line}, column {column} cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is nested too deeply to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} names {key} twice in one object; expected it once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: the length of {path} is {found}, but that of the first row is {expected}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {path} must be a finite number, but it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {path} has {found} tokens; at most {most} are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {path} must be a text, but it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {path} must be a list, but it is {found}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: the number of {key} is {found}, but the number of rows of {role} is {rows}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a text: character {position} is a NUL byte.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has {axes} axes; expected two, rows and columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not of a kind that can be opened here; expected {kinds}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds nothing; expected Q, K and, if wanted, V.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has no {key}; it holds {found}, expected Q, K and, if wanted, V.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where}: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table is {found} cells large; at most {rows} × {columns} are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are only labels here; at least one number is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} (row {first_row}, column {first_column}) and {second} (row {second_row}, column {second_column}) use different decimal signs; use one in the whole table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row {row}, column {column}: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a NumPy array that can be read: its header is broken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds Python objects, which are never loaded; expected numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} promises {promised} bytes of numbers, but {found} bytes follow its header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds {found} instead of real numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} must be one row of texts, but it holds {found} of shape {shape}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds {found} texts of up to {length} signs, which is too much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} holds signs that are not Unicode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has {heads} heads; expected a matrix of one head.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is empty; expected at least one number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is {found} large; at most {most} rows and columns are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: row {row}, column {column} holds {found}; a number must be finite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} ends before all its numbers are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is too large; the largest number is about 1e308.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} could be a whole number or a fraction; write {whole} or {fraction}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number is missing here; write one such as {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is not allowed here: a number must be finite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is not a number; write one such as {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} has two kinds of separators; write {better}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} has two kinds of separators; write only the decimal one, as in {example}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} has separators between its digits; write {better}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key} holds a token that ends with a NUL byte, which .npz cannot keep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{where} is not finite, which JSON cannot say; write an .npz file instead.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lessons</name>
    <message>
        <source>There is no lesson and no file called “{name}”: the lessons are {names}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>opening</name>
    <message>
        <source>{file} does not say which matrix it holds: let its name begin or end with Q, K or V, each once (for example q.csv, k.csv and v.csv).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{names} is missing: Q and K are needed together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>There is no setting called “{key}”: choose one of {keys}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a setting: write KEY=VALUE, for example d_k=64.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key}={value} has {found} numbers, but the mixture takes three: content, previous token, distance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} is on or off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} takes a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} takes a number with a decimal point, such as 0.5.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>system</name>
    <message>
        <source>This machine lacks system libraries that Qt needs: {libraries}. Install them with: {command}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui</name>
    <message>
        <source>{found} is out of range: from {low} to {high}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
