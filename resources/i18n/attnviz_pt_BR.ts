<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Arquivo</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>E&amp;xibir</translation>
    </message>
    <message>
        <source>&amp;Head</source>
        <translation>&amp;Cabeça</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lições</translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation>A&amp;juda</translation>
    </message>
    <message>
        <source>&amp;New sentence</source>
        <translation>&amp;Nova frase</translation>
    </message>
    <message>
        <source>New from e&amp;mbeddings</source>
        <translation>Novo com e&amp;mbeddings</translation>
    </message>
    <message>
        <source>&amp;Open text or matrices…</source>
        <translation>&amp;Abrir texto ou matrizes…</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>&amp;Exportar figura…</translation>
    </message>
    <message>
        <source>Save the n&amp;umbers…</source>
        <translation>&amp;Salvar os números…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Sai&amp;r</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Refazer</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>&amp;Copiar figura</translation>
    </message>
    <message>
        <source>Add a r&amp;ow</source>
        <translation>Adicionar &amp;linha</translation>
    </message>
    <message>
        <source>Re&amp;move the row</source>
        <translation>Remo&amp;ver a linha</translation>
    </message>
    <message>
        <source>Add a co&amp;lumn</source>
        <translation>Adicionar col&amp;una</translation>
    </message>
    <message>
        <source>Remove the colum&amp;n</source>
        <translation>Rem&amp;over a coluna</translation>
    </message>
    <message>
        <source>Rename the &amp;token…</source>
        <translation>Renomear o &amp;token…</translation>
    </message>
    <message>
        <source>&amp;Fill the matrix from a file…</source>
        <translation>&amp;Preencher a matriz com um arquivo…</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Passos</translation>
    </message>
    <message>
        <source>&amp;Matrix</source>
        <translation>&amp;Matriz</translation>
    </message>
    <message>
        <source>&amp;Numbers in the cells</source>
        <translation>&amp;Números nas células</translation>
    </message>
    <message>
        <source>&amp;Animate the steps</source>
        <translation>&amp;Animar os passos</translation>
    </message>
    <message>
        <source>&amp;Compare with these numbers</source>
        <translation>&amp;Comparar com estes números</translation>
    </message>
    <message>
        <source>Follow the &amp;key</source>
        <translation>Acompanhar a &amp;key</translation>
    </message>
    <message>
        <source>L&amp;essons at the left</source>
        <translation>&amp;Lições à esquerda</translation>
    </message>
    <message>
        <source>N&amp;otation</source>
        <translation>N&amp;otação</translation>
    </message>
    <message>
        <source>&amp;S scores, A weights, O output</source>
        <translation>&amp;S scores, A pesos, O saída</translation>
    </message>
    <message>
        <source>&amp;Ω scores, A weights, C context</source>
        <translation>&amp;Ω scores, A pesos, C contexto</translation>
    </message>
    <message>
        <source>Count heads from &amp;1</source>
        <translation>Contar cabeças de &amp;1</translation>
    </message>
    <message>
        <source>Count heads from &amp;0</source>
        <translation>Contar cabeças de &amp;0</translation>
    </message>
    <message>
        <source>&amp;Rows are queries</source>
        <translation>&amp;Linhas são queries</translation>
    </message>
    <message>
        <source>&amp;Columns are queries (KᵀQ)</source>
        <translation>&amp;Colunas são queries (KᵀQ)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation>Como o &amp;sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Claro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Escuro</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>&amp;Content</source>
        <translation>C&amp;onteúdo</translation>
    </message>
    <message>
        <source>&amp;Previous token</source>
        <translation>&amp;Token anterior</translation>
    </message>
    <message>
        <source>D&amp;istance</source>
        <translation>&amp;Distância</translation>
    </message>
    <message>
        <source>&amp;Mixed</source>
        <translation>&amp;Mistura</translation>
    </message>
    <message>
        <source>&amp;Divide by √dₖ</source>
        <translation>Di&amp;vidir por √dₖ</translation>
    </message>
    <message>
        <source>Causal m&amp;ask</source>
        <translation>Má&amp;scara causal</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Atalhos do teclado</translation>
    </message>
    <message>
        <source>&amp;About attnviz</source>
        <translation>&amp;Sobre o attnviz</translation>
    </message>
</context>
<context>
    <name>CellLine</name>
    <message>
        <source>Number of the cell</source>
        <translation>Número da célula</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
</context>
<context>
    <name>ControlsPanel</name>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>Q, K and V by hand: the other heads need a sentence.</source>
        <translation>Q, K e V à mão: as outras cabeças precisam de uma frase.</translation>
    </message>
    <message>
        <source>&amp;divide by √dₖ</source>
        <translation>di&amp;vidir por √dₖ</translation>
    </message>
    <message>
        <source>Divide every score by √dₖ before the softmax</source>
        <translation>Divide cada score por √dₖ antes da softmax</translation>
    </message>
    <message>
        <source>causal m&amp;ask</source>
        <translation>má&amp;scara causal</translation>
    </message>
    <message>
        <source>A query may not look at keys after its own position</source>
        <translation>Uma query não pode olhar para keys depois da sua própria posição</translation>
    </message>
    <message>
        <source>sliding &amp;window</source>
        <translation>janela desli&amp;zante</translation>
    </message>
    <message>
        <source>A query sees only this many keys, its own position the last of them</source>
        <translation>Uma query vê só este número de keys; a última é a da sua própria posição</translation>
    </message>
    <message>
        <source>Width of the window, in tokens</source>
        <translation>Largura da janela, em tokens</translation>
    </message>
    <message>
        <source>Last tokens that are padding</source>
        <translation>Quantos dos últimos tokens são padding</translation>
    </message>
    <message>
        <source>paddin&amp;g, last tokens</source>
        <translation>&amp;padding, últimos tokens</translation>
    </message>
    <message>
        <source>Dimension d k of queries and keys</source>
        <translation>Dimensão d k das queries e das keys</translation>
    </message>
    <message>
        <source>How many components each query and key has</source>
        <translation>Quantos componentes tem cada query e cada key</translation>
    </message>
    <message>
        <source>&amp;temperature τ</source>
        <translation>tempe&amp;ratura τ</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Scores are also divided by τ: below 1 sharper, above 1 flatter</source>
        <translation>Os scores também são divididos por τ: abaixo de 1 concentra, acima de 1 espalha</translation>
    </message>
    <message>
        <source>deca&amp;y λ</source>
        <translation>deca&amp;imento λ</translation>
    </message>
    <message>
        <source>Decay lambda of the distance head</source>
        <translation>Decaimento lambda da cabeça de distância</translation>
    </message>
    <message>
        <source>How fast a score falls with distance</source>
        <translation>Com que rapidez um score cai com a distância</translation>
    </message>
    <message>
        <source>previous-token st&amp;rength c</source>
        <translation>força do to&amp;ken anterior c</translation>
    </message>
    <message>
        <source>Strength c of the previous-token head</source>
        <translation>Força c da cabeça do token anterior</translation>
    </message>
    <message>
        <source>How much the previous token counts</source>
        <translation>Quanto conta o token anterior</translation>
    </message>
    <message>
        <source>Mixture of the scores</source>
        <translation>Mistura dos scores</translation>
    </message>
    <message>
        <source>The three shares sum to 1: raising one lowers the others</source>
        <translation>As três partes somam 1: quando uma sobe, as outras descem</translation>
    </message>
    <message>
        <source>content</source>
        <translation>conteúdo</translation>
    </message>
    <message>
        <source>Share of content</source>
        <translation>Parte do conteúdo</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>Share of the previous token</source>
        <translation>Parte do token anterior</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distância</translation>
    </message>
    <message>
        <source>Share of distance</source>
        <translation>Parte da distância</translation>
    </message>
    <message>
        <source>&amp;seed</source>
        <translation>s&amp;emente</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Another seed draws other random vectors for the same words</source>
        <translation>Outra semente sorteia outros vetores para as mesmas palavras</translation>
    </message>
    <message>
        <source>draw again</source>
        <translation>sortear de novo</translation>
    </message>
    <message>
        <source>Draw other random vectors: the next seed</source>
        <translation>Sorteia outros vetores: a próxima semente</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Células</translation>
    </message>
    <message>
        <source>n&amp;umbers in the cells</source>
        <translation>números nas cél&amp;ulas</translation>
    </message>
    <message>
        <source>Write each number into its cell, where it fits</source>
        <translation>Escreve cada número na sua célula, onde couber</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Export the figure</source>
        <translation>Exportar a figura</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Salvar os números</translation>
    </message>
    <message>
        <source>Open a text, or Q, K and V</source>
        <translation>Abrir um texto, ou Q, K e V</translation>
    </message>
    <message>
        <source>Texts and matrices (*.txt *.md *.npz *.json *.csv *.tsv *.npy)</source>
        <translation>Textos e matrizes (*.txt *.md *.npz *.json *.csv *.tsv *.npy)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Fill {matrix} from a file</source>
        <translation>Preencher {matrix} com um arquivo</translation>
    </message>
    <message>
        <source>Move between cells</source>
        <translation>Andar pelas células</translation>
    </message>
    <message>
        <source>Edit the cell</source>
        <translation>Editar a célula</translation>
    </message>
    <message>
        <source>Change a number by dragging; finer, coarser</source>
        <translation>Mudar um número arrastando; mais fino, mais grosso</translation>
    </message>
    <message>
        <source>Copy or paste a block</source>
        <translation>Copiar ou colar um bloco</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atalhos do teclado</translation>
    </message>
    <message>
        <source>About attnviz</source>
        <translation>Sobre o attnviz</translation>
    </message>
    <message>
        <source>See, change, understand and show transformer attention. Free software under the MIT licence; it uses Qt (LGPL), NumPy and pyqtgraph, and the typeface Inter (OFL).</source>
        <translation>Veja, mude, entenda e mostre a atenção dos transformers. Software livre sob a licença MIT; usa Qt (LGPL), NumPy e pyqtgraph, e a fonte tipográfica Inter (OFL).</translation>
    </message>
</context>
<context>
    <name>ExperimentCard</name>
    <message>
        <source>apply</source>
        <translation>aplicar</translation>
    </message>
    <message>
        <source>Apply: {experiment}</source>
        <translation>Aplicar: {experiment}</translation>
    </message>
    <message>
        <source>Make this change; Undo takes it back</source>
        <translation>Faz esta mudança; Desfazer volta atrás</translation>
    </message>
</context>
<context>
    <name>HeadSelector</name>
    <message>
        <source>&amp;Content</source>
        <translation>C&amp;onteúdo</translation>
    </message>
    <message>
        <source>Query and key vectors of the words: S = q · k</source>
        <translation>Vetores query e key das palavras: S = q · k</translation>
    </message>
    <message>
        <source>Only the token before counts</source>
        <translation>Só conta o token que vem antes</translation>
    </message>
    <message>
        <source>Previous to&amp;ken</source>
        <translation>&amp;Token anterior</translation>
    </message>
    <message>
        <source>D&amp;istance</source>
        <translation>&amp;Distância</translation>
    </message>
    <message>
        <source>The farther away, the lower the score</source>
        <translation>Quanto mais longe, menor o score</translation>
    </message>
    <message>
        <source>&amp;Mixed</source>
        <translation>&amp;Mistura</translation>
    </message>
    <message>
        <source>A mixture of the three scores</source>
        <translation>Uma mistura dos três scores</translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>Attention weights, rows are queries and columns are keys</source>
        <translation>Pesos de atenção: linhas são queries, colunas são keys</translation>
    </message>
</context>
<context>
    <name>LayerControls</name>
    <message>
        <source>Which head the picture shows</source>
        <translation>Qual cabeça a figura mostra</translation>
    </message>
    <message>
        <source>How many heads ask</source>
        <translation>Quantas cabeças perguntam</translation>
    </message>
    <message>
        <source>How many heads of keys and values they share</source>
        <translation>Quantas cabeças de keys e values elas dividem</translation>
    </message>
    <message>
        <source>Each row of X made mean 0, variance 1</source>
        <translation>Cada linha de X com média 0 e variância 1</translation>
    </message>
    <message>
        <source>Epsilon of the LayerNorm</source>
        <translation>Épsilon da LayerNorm</translation>
    </message>
    <message>
        <source>Added to the variance, so that a row of equal numbers has one</source>
        <translation>Somado à variância, para que uma linha de números iguais tenha uma</translation>
    </message>
    <message>
        <source>Each head&apos;s output times σ(gate)</source>
        <translation>A saída de cada cabeça vezes σ(gate)</translation>
    </message>
    <message>
        <source>head shown</source>
        <translation>cabeça mostrada</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>cabeças de query</translation>
    </message>
    <message>
        <source>key-value heads</source>
        <translation>cabeças de key-value</translation>
    </message>
    <message>
        <source>Which heads share keys and values</source>
        <translation>Quais cabeças dividem keys e values</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>gate de saída</translation>
    </message>
    <message>
        <source>Mix the heads into one output</source>
        <translation>Mistura as cabeças numa só saída</translation>
    </message>
    <message>
        <source>output projection W_O</source>
        <translation>projeção de saída W_O</translation>
    </message>
    <message>
        <source>draw the W anew</source>
        <translation>sortear os W de novo</translation>
    </message>
    <message>
        <source>Random start values, as a layer has before training; each click the next seed</source>
        <translation>Valores iniciais aleatórios, como antes do treino; cada clique é a próxima semente</translation>
    </message>
    <message>
        <source>each query head has keys and values of its own</source>
        <translation>cada cabeça de query tem keys e values próprios</translation>
    </message>
    <message>
        <source>query heads → key-value head: {groups}</source>
        <translation>cabeças de query → cabeça de key-value: {groups}</translation>
    </message>
</context>
<context>
    <name>LessonsPanel</name>
    <message>
        <source>Lessons</source>
        <translation>Lições</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Experimente</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Undo</source>
        <translation>Desfazer</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Refazer</translation>
    </message>
    <message>
        <source>Save this view as PNG, SVG or PDF (Ctrl+E)</source>
        <translation>Salva o que se vê como PNG, SVG ou PDF (Ctrl+E)</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>calculando…</translation>
    </message>
</context>
<context>
    <name>MatrixEditor</name>
    <message>
        <source>Steps: the matrices of the chain</source>
        <translation>Passos: as matrizes da cadeia</translation>
    </message>
    <message>
        <source>&amp;Edit the number</source>
        <translation>&amp;Editar o número</translation>
    </message>
    <message>
        <source>&amp;Copy the matrix</source>
        <translation>&amp;Copiar a matriz</translation>
    </message>
    <message>
        <source>&amp;Paste here</source>
        <translation>C&amp;olar aqui</translation>
    </message>
    <message>
        <source>Add a &amp;row</source>
        <translation>Adicionar &amp;linha</translation>
    </message>
    <message>
        <source>Remove this r&amp;ow</source>
        <translation>&amp;Remover esta linha</translation>
    </message>
    <message>
        <source>Add a co&amp;lumn</source>
        <translation>Adicionar col&amp;una</translation>
    </message>
    <message>
        <source>Remove this col&amp;umn</source>
        <translation>Remover esta colu&amp;na</translation>
    </message>
    <message>
        <source>&amp;Fill from a file…</source>
        <translation>&amp;Preencher com um arquivo…</translation>
    </message>
</context>
<context>
    <name>Player</name>
    <message>
        <source>First step</source>
        <translation>Primeiro passo</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Passo anterior</translation>
    </message>
    <message>
        <source>Play the steps (Space)</source>
        <translation>Tocar os passos (Espaço)</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Próximo passo</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Último passo</translation>
    </message>
    <message>
        <source>Step of the chain</source>
        <translation>Passo da cadeia</translation>
    </message>
    <message>
        <source>Drag through the steps; arrows, Home, End, and Space to play</source>
        <translation>Arraste pelos passos; setas, Home, End, e Espaço para tocar</translation>
    </message>
    <message>
        <source>{step} of {count} · {what}</source>
        <translation>{step} de {count} · {what}</translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>query “{query}” · key “{key}”</source>
        <translation>query “{query}” · key “{key}”</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>score {score}</translation>
    </message>
    <message>
        <source>masked: may not be looked at</source>
        <translation>mascarada: não pode ser olhada</translation>
    </message>
    <message>
        <source>scaled score {scaled} · weight {weight} · rank {rank} of {n}</source>
        <translation>score escalado {scaled} · peso {weight} · posição {rank} de {n}</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Something went wrong inside attnviz. What you had is still there.</source>
        <translation>Algo deu errado dentro do attnviz. O que você tinha continua aí.</translation>
    </message>
    <message>
        <source>The details are in {file}.</source>
        <translation>Os detalhes estão em {file}.</translation>
    </message>
</context>
<context>
    <name>RowBars</name>
    <message>
        <source>Weights of the followed row</source>
        <translation>Pesos da linha acompanhada</translation>
    </message>
    <message>
        <source>Drag or turn the wheel to look closer; double click shows all keys</source>
        <translation>Arraste ou gire a roda para ver de perto; um duplo clique mostra todas as keys</translation>
    </message>
    <message>
        <source>Row of “{query}” · sum {total}</source>
        <translation>Linha de “{query}” · soma {total}</translation>
    </message>
    <message>
        <source>Column of “{query}” · sum {total}</source>
        <translation>Coluna de “{query}” · soma {total}</translation>
    </message>
</context>
<context>
    <name>SentenceBar</name>
    <message>
        <source>Se&amp;ntence</source>
        <translation>&amp;Frase</translation>
    </message>
    <message>
        <source>Type or paste a sentence and press Enter</source>
        <translation>Digite ou cole uma frase e tecle Enter</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Frase</translation>
    </message>
    <message>
        <source>Type or paste your own sentence (up to 4096 tokens) and press Enter</source>
        <translation>Digite ou cole a sua própria frase (até 4096 tokens) e tecle Enter</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message>
        <source>The followed row&apos;s sum</source>
        <translation>A conta da linha acompanhada</translation>
    </message>
</context>
<context>
    <name>_Chips</name>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
</context>
<context>
    <name>acts</name>
    <message>
        <source>Edit {matrix}</source>
        <translation>Edição de {matrix}</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Texto colado</translation>
    </message>
    <message>
        <source>Paste into {matrix}</source>
        <translation>Colagem em {matrix}</translation>
    </message>
    <message>
        <source>Add a row</source>
        <translation>Inclusão de linha</translation>
    </message>
    <message>
        <source>Remove a row</source>
        <translation>Remoção de linha</translation>
    </message>
    <message>
        <source>Add a column</source>
        <translation>Inclusão de coluna</translation>
    </message>
    <message>
        <source>Remove a column</source>
        <translation>Remoção de coluna</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Troca de nome</translation>
    </message>
    <message>
        <source>Fill {matrix} from a file</source>
        <translation>Preenchimento de {matrix} com um arquivo</translation>
    </message>
    <message>
        <source>Change the sentence</source>
        <translation>Troca da frase</translation>
    </message>
    <message>
        <source>Choose the head</source>
        <translation>Escolha da cabeça</translation>
    </message>
    <message>
        <source>Division by √dₖ</source>
        <translation>Divisão por √dₖ</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Máscara causal</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Janela deslizante</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>Change dₖ</source>
        <translation>Mudança de dₖ</translation>
    </message>
    <message>
        <source>Change the temperature</source>
        <translation>Mudança da temperatura</translation>
    </message>
    <message>
        <source>Change λ</source>
        <translation>Mudança de λ</translation>
    </message>
    <message>
        <source>Change c</source>
        <translation>Mudança de c</translation>
    </message>
    <message>
        <source>Change the mixture</source>
        <translation>Mudança da mistura</translation>
    </message>
    <message>
        <source>Change the seed</source>
        <translation>Mudança da semente</translation>
    </message>
    <message>
        <source>Change the heads</source>
        <translation>Mudança das cabeças</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>Gate de saída</translation>
    </message>
    <message>
        <source>Random projections</source>
        <translation>Projeções aleatórias</translation>
    </message>
    <message>
        <source>New from embeddings</source>
        <translation>Novo com embeddings</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Abrir arquivos</translation>
    </message>
    <message>
        <source>Open {file}</source>
        <translation>Abrir {file}</translation>
    </message>
    <message>
        <source>{n} files at once: open one text, or the tables of Q, K and V together.</source>
        <translation>{n} arquivos de uma vez: abra um só texto, ou as tabelas de Q, K e V juntas.</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Salvo: {file}</translation>
    </message>
    <message>
        <source>Figure copied</source>
        <translation>Figura copiada</translation>
    </message>
</context>
<context>
    <name>app</name>
    <message>
        <source>sentence</source>
        <translation>frase</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>embeddings</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>matrizes</translation>
    </message>
    <message>
        <source>{name} — edited</source>
        <translation>{name} — editado</translation>
    </message>
    <message>
        <source>There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. The commands lessons, compute and export work without one.</source>
        <translation>Não há tela aqui: nem DISPLAY nem WAYLAND_DISPLAY está definida. Os comandos lessons, compute e export funcionam sem tela.</translation>
    </message>
</context>
<context>
    <name>captions</name>
    <message>
        <source>what each token asks, what it answers to, and what it brings</source>
        <translation>o que cada token pergunta, a que responde e o que traz</translation>
    </message>
    <message>
        <source>one row of numbers for each token: its embedding</source>
        <translation>uma linha de números por token: seu embedding</translation>
    </message>
    <message>
        <source>LayerNorm: each row gets mean 0 and variance 1</source>
        <translation>LayerNorm: cada linha fica com média 0 e variância 1</translation>
    </message>
    <message>
        <source>a score for every query and key, from the words&apos; places</source>
        <translation>um score para cada query e key, pela posição das palavras</translation>
    </message>
    <message>
        <source>a score for every query and key, mixed of three</source>
        <translation>um score para cada query e key, mistura de três</translation>
    </message>
    <message>
        <source>in each column e to the score, over the column&apos;s sum: shares that add up to 1</source>
        <translation>em cada coluna, e elevado ao score sobre a soma da coluna: partes que somam 1</translation>
    </message>
    <message>
        <source>three projections of the same rows</source>
        <translation>três projeções dos mesmos vetores</translation>
    </message>
    <message>
        <source>every query meets every key</source>
        <translation>cada query encontra cada key</translation>
    </message>
    <message>
        <source>not divided: the scores stay as they are</source>
        <translation>sem divisão: os scores ficam como estão</translation>
    </message>
    <message>
        <source>every score divided by {number}</source>
        <translation>cada score dividido por {number}</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>máscara</translation>
    </message>
    <message>
        <source>none: every query may look at every key</source>
        <translation>nenhuma: toda query pode olhar para toda key</translation>
    </message>
    <message>
        <source>hatched cells may not be looked at: {n} of {all}</source>
        <translation>células hachuradas não podem ser olhadas: {n} de {all}</translation>
    </message>
    <message>
        <source>in each row e to the score, over the row&apos;s sum: shares that add up to 1</source>
        <translation>em cada linha, e elevado ao score sobre a soma da linha: partes que somam 1</translation>
    </message>
    <message>
        <source>the gate lets each number of the output through, or not</source>
        <translation>o gate deixa passar, ou não, cada número da saída</translation>
    </message>
    <message>
        <source>the outputs of {n} heads side by side</source>
        <translation>as saídas de {n} cabeças lado a lado</translation>
    </message>
    <message>
        <source>{left} times {right} gives {result}</source>
        <translation>{left} vezes {right} dá {result}</translation>
    </message>
    <message>
        <source>the weights of each query mix the values</source>
        <translation>os pesos de cada query misturam os values</translation>
    </message>
    <message>
        <source>the heads mixed into one output</source>
        <translation>as cabeças misturadas numa só saída</translation>
    </message>
    <message>
        <source>one column of numbers for each token: its embedding</source>
        <translation>uma coluna de números por token: seu embedding</translation>
    </message>
    <message>
        <source>LayerNorm: each column gets mean 0 and variance 1</source>
        <translation>LayerNorm: cada coluna fica com média 0 e variância 1</translation>
    </message>
    <message>
        <source>the outputs of the heads one below the other</source>
        <translation>as saídas das cabeças uma abaixo da outra</translation>
    </message>
    <message>
        <source>Work: 2 matrix products (QKᵀ and AV) and 1 transposition.</source>
        <translation>Trabalho: 2 produtos de matrizes (QKᵀ e AV) e 1 transposição.</translation>
    </message>
    <message>
        <source>Work: {products} matrix products and 1 transposition.</source>
        <translation>Trabalho: {products} produtos de matrizes e 1 transposição.</translation>
    </message>
    <message>
        <source>Work: {products} matrix products and {heads} transpositions; each further head adds two products and one transposition, of narrower matrices.</source>
        <translation>Trabalho: {products} produtos de matrizes e {heads} transposições; cada cabeça a mais soma dois produtos e uma transposição, de matrizes mais estreitas.</translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>There is no row {found} to follow: the rows go from 1 to {n}.</source>
        <translation>Não há linha {found} para acompanhar: as linhas vão de 1 a {n}.</translation>
    </message>
    <message>
        <source>There is no head {found}: the heads go from 1 to {n}.</source>
        <translation>Não existe a cabeça {found}: as cabeças vão de 1 a {n}.</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>{role} must be a rectangle of numbers: all its rows need the same length.</source>
        <translation>{role} deve ser um retângulo de números: todas as linhas precisam ter o mesmo comprimento.</translation>
    </message>
    <message>
        <source>{role} must hold real numbers only; it holds values of type {found}.</source>
        <translation>{role} só pode conter números reais, mas contém valores do tipo {found}.</translation>
    </message>
    <message>
        <source>Numbers are kept as float32 or float64; {found} is not available.</source>
        <translation>Os números são guardados como float32 ou float64; {found} não está disponível.</translation>
    </message>
    <message>
        <source>{role} holds {value} at position ({place}), counted from 1; a finite number belongs there.</source>
        <translation>{role} contém {value} na posição ({place}), contando a partir de 1; ali deve estar um número finito.</translation>
    </message>
    <message>
        <source>{role} must be a matrix, or a stack of matrices with one per head; its shape is {found}.</source>
        <translation>{role} deve ser uma matriz, ou uma pilha de matrizes com uma por cabeça; sua forma é {found}.</translation>
    </message>
    <message>
        <source>{role} is empty: its shape is {found}, and every size must be at least 1.</source>
        <translation>{role} está vazia: sua forma é {found}, e cada tamanho deve ser no mínimo 1.</translation>
    </message>
    <message>
        <source>{role} is {found} and {other_role} is {other_found}: give both of them heads, or neither.</source>
        <translation>{role} é {found} e {other_role} é {other_found}: dê cabeças às duas ou a nenhuma.</translation>
    </message>
    <message>
        <source>Q is {q_shape} and K is {k_shape}: both need the same number of columns (d_k).</source>
        <translation>Q é {q_shape} e K é {k_shape}: as duas precisam do mesmo número de colunas (d_k).</translation>
    </message>
    <message>
        <source>{n_heads} query heads cannot share {kv_heads} heads of {role} evenly: the first number must be a multiple of the second.</source>
        <translation>{n_heads} cabeças de query não podem repartir {kv_heads} cabeças de {role} por igual: o primeiro número deve ser múltiplo do segundo.</translation>
    </message>
    <message>
        <source>K is {k_shape} and V is {v_shape}: both need the same number of rows, one for each key.</source>
        <translation>K é {k_shape} e V é {v_shape}: as duas precisam do mesmo número de linhas, uma para cada key.</translation>
    </message>
    <message>
        <source>K is {k_shape} and V is {v_shape}: both need the same number of heads.</source>
        <translation>K é {k_shape} e V é {v_shape}: as duas precisam do mesmo número de cabeças.</translation>
    </message>
    <message>
        <source>S is {s_shape} and V is {v_shape}: V needs one row for each column of S.</source>
        <translation>S é {s_shape} e V é {v_shape}: V precisa de uma linha para cada coluna de S.</translation>
    </message>
    <message>
        <source>{name} must be a whole number of at least 1; it is {found}.</source>
        <translation>{name} deve ser um número inteiro, no mínimo 1, mas é {found}.</translation>
    </message>
    <message>
        <source>The temperature must be a finite number above 0; it is {found}.</source>
        <translation>A temperatura deve ser um número finito acima de 0, mas é {found}.</translation>
    </message>
    <message>
        <source>{name} must be a finite number of at least 0; it is {found}.</source>
        <translation>{name} deve ser um número finito, no mínimo 0, mas é {found}.</translation>
    </message>
    <message>
        <source>The strength</source>
        <translation>A força</translation>
    </message>
    <message>
        <source>The decay</source>
        <translation>O decaimento</translation>
    </message>
    <message>
        <source>The scores to mix are {content}, {previous} and {distance}; all three need the same shape.</source>
        <translation>Os scores a misturar são {content}, {previous} e {distance}; os três precisam ter a mesma forma.</translation>
    </message>
    <message>
        <source>The mixture needs three weights; {found} were given.</source>
        <translation>A mistura precisa de três pesos, mas o número de pesos dados é {found}.</translation>
    </message>
    <message>
        <source>Each weight of the mixture</source>
        <translation>Cada peso da mistura</translation>
    </message>
    <message>
        <source>The weights of the mixture must add up to 1; they add up to {found}.</source>
        <translation>Os pesos da mistura devem somar 1, mas somam {found}.</translation>
    </message>
    <message>
        <source>d_k goes from 1 to {most}; it is {found}.</source>
        <translation>d_k vai de 1 a {most}, mas é {found}.</translation>
    </message>
    <message>
        <source>The mask “{role}” must be a rectangle: all its rows need the same length.</source>
        <translation>A máscara “{role}” deve ser um retângulo: todas as linhas precisam ter o mesmo comprimento.</translation>
    </message>
    <message>
        <source>The mask “{role}” is {found}; it must be {expected}.</source>
        <translation>A máscara “{role}” é {found}, mas deve ser {expected}.</translation>
    </message>
    <message>
        <source>The mask “{role}” must hold true and false only; it holds values of type {found}.</source>
        <translation>A máscara “{role}” só pode conter verdadeiro e falso, mas contém valores do tipo {found}.</translation>
    </message>
    <message>
        <source>The scores are empty: their shape is {found}, and a row needs at least one key.</source>
        <translation>Os scores estão vazios: sua forma é {found}, e uma linha precisa de pelo menos uma key.</translation>
    </message>
    <message>
        <source>The scores hold NaN (not a number) in a cell that may be looked at.</source>
        <translation>Os scores contêm NaN (não é um número) numa célula que pode ser olhada.</translation>
    </message>
    <message>
        <source>The sentence has more than {most} tokens: shorten it.</source>
        <translation>A frase tem mais de {most} tokens: encurte-a.</translation>
    </message>
    <message>
        <source>The sentence is empty: type at least one word.</source>
        <translation>A frase está vazia: digite pelo menos uma palavra.</translation>
    </message>
    <message>
        <source>The product of {left} and {right} holds numbers too large to compute with; make them smaller.</source>
        <translation>O produto de {left} e {right} contém números grandes demais para a conta; diminua-os.</translation>
    </message>
    <message>
        <source>A matrix of {found} cannot be cut into {n_heads} queries of {d_k} and gates of {d_v}: that takes {expected} columns.</source>
        <translation>Uma matriz {found} não pode ser repartida em {n_heads} queries de {d_k} e gates de {d_v}: para isso o número de colunas deve ser {expected}.</translation>
    </message>
    <message>
        <source>O is {o_shape} and the gate is {gate_shape}: both need the same shape.</source>
        <translation>O é {o_shape} e o gate é {gate_shape}: os dois precisam ter a mesma forma.</translation>
    </message>
    <message>
        <source>{n_heads} query heads cannot share {n_kv_heads} heads of K and V evenly: n_heads must be a multiple of n_kv_heads.</source>
        <translation>{n_heads} cabeças de query não podem repartir {n_kv_heads} cabeças de K e V por igual: n_heads deve ser múltiplo de n_kv_heads.</translation>
    </message>
    <message>
        <source>{role} is {found} and {count_name} is {count}: the {columns} columns cannot be shared out evenly; their number must be a multiple of {count}.</source>
        <translation>{role} é {found} e {count_name} é {count}: as {columns} colunas não podem ser repartidas por igual; o número delas deve ser múltiplo de {count}.</translation>
    </message>
    <message>
        <source>W_Q is {q_shape} and W_K is {k_shape}: for each head that gives a query {q_size} components and a key {k_size}; both need the same number (d_k).</source>
        <translation>W_Q é {q_shape} e W_K é {k_shape}: em cada cabeça, o número de componentes da query é {q_size} e o da key é {k_size}; os dois precisam ser iguais (d_k).</translation>
    </message>
    <message>
        <source>W_Q is {q_shape}, W_K is {k_shape} and W_V is {v_shape}: with a gate, the columns of W_Q must be n_heads · (d_k + d_v) = {sum}.</source>
        <translation>W_Q é {q_shape}, W_K é {k_shape} e W_V é {v_shape}: com um gate, o número de colunas de W_Q deve ser n_heads · (d_k + d_v) = {sum}.</translation>
    </message>
    <message>
        <source>W_O is {o_shape} and W_V is {v_shape}: W_O needs one row for each column of the heads side by side, n_heads · d_v = {product}.</source>
        <translation>W_O é {o_shape} e W_V é {v_shape}: W_O precisa de uma linha para cada coluna das cabeças lado a lado, n_heads · d_v = {product}.</translation>
    </message>
    <message>
        <source>{left} is {l_shape} and {right} is {r_shape}: {right} needs one row for each column of {left}.</source>
        <translation>{left} é {l_shape} e {right} é {r_shape}: {right} precisa de uma linha para cada coluna de {left}.</translation>
    </message>
    <message>
        <source>{role} must be one matrix, of rows and columns; its shape is {found}.</source>
        <translation>{role} deve ser uma só matriz, de linhas e colunas; sua forma é {found}.</translation>
    </message>
</context>
<context>
    <name>document</name>
    <message>
        <source>There is no head called “{name}”: choose one of {heads}.</source>
        <translation>Não há cabeça chamada “{name}”: escolha uma destas: {heads}.</translation>
    </message>
    <message>
        <source>d_k is {found}, but it must be a whole number from 1 to {most}.</source>
        <translation>d_k é {found}, mas deve ser um número inteiro de 1 a {most}.</translation>
    </message>
    <message>
        <source>The mixture {found} does not fit: it takes three numbers of at least 0 that sum to 1.</source>
        <translation>A mistura {found} não serve: ela pede três números, no mínimo 0 cada um, que somem 1.</translation>
    </message>
    <message>
        <source>The seed is {found}, but it must be a whole number of at least 0.</source>
        <translation>A semente é {found}, mas deve ser um número inteiro, no mínimo 0.</translation>
    </message>
    <message>
        <source>Heads, their settings and the seed belong to a sentence, but this document is Q, K and V typed by hand: give it a sentence first.</source>
        <translation>As cabeças, seus ajustes e a semente pertencem a uma frase, mas este documento é Q, K e V digitadas à mão: dê-lhe antes uma frase.</translation>
    </message>
    <message>
        <source>The window is {found}, but it must be a whole number of at least 1.</source>
        <translation>A janela é {found}, mas deve ser um número inteiro, no mínimo 1.</translation>
    </message>
    <message>
        <source>{found} padding tokens do not fit: there are {n} keys, and one must stay visible.</source>
        <translation>{found} tokens de padding não cabem: o número de keys é {n}, e uma precisa ficar visível.</translation>
    </message>
    <message>
        <source>at most {high}</source>
        <translation>de no máximo {high}</translation>
    </message>
    <message>
        <source>more than {low}</source>
        <translation>maior que {low}</translation>
    </message>
    <message>
        <source>at least {low}</source>
        <translation>de no mínimo {low}</translation>
    </message>
    <message>
        <source>{name} is {found}, but it must be a number of {bound}.</source>
        <translation>{name} é {found}, mas deve ser um número {bound}.</translation>
    </message>
    <message>
        <source>A table typed by hand holds at most {most} rows.</source>
        <translation>Uma tabela digitada à mão tem no máximo {most} linhas.</translation>
    </message>
    <message>
        <source>The last row stays: a matrix needs at least one.</source>
        <translation>A última linha fica: uma matriz precisa de pelo menos uma.</translation>
    </message>
    <message>
        <source>The last column stays: a matrix needs at least one.</source>
        <translation>A última coluna fica: uma matriz precisa de pelo menos uma.</translation>
    </message>
    <message>
        <source>{name} has the shape {shape}, but a table with rows and columns is needed.</source>
        <translation>{name} tem a forma {shape}, mas é preciso uma tabela com linhas e colunas.</translation>
    </message>
    <message>
        <source>{name} holds NaN or infinity, but every number must be finite.</source>
        <translation>{name} contém NaN ou infinito, mas todo número deve ser finito.</translation>
    </message>
    <message>
        <source>Q is {q} and K is {k}: a query and a key need the same number of columns (d_k) to be multiplied.</source>
        <translation>Q é {q} e K é {k}: uma query e uma key precisam do mesmo número de colunas (d_k) para serem multiplicadas.</translation>
    </message>
    <message>
        <source>K is {k} and V is {v}: each key needs one value, so both need the same number of rows.</source>
        <translation>K é {k} e V é {v}: cada key precisa de um value, então as duas precisam do mesmo número de linhas.</translation>
    </message>
    <message>
        <source>With these numbers the score of query “{query}” and key “{key}” passes the largest number the machine can hold (1.8·10³⁰⁸): use smaller ones.</source>
        <translation>Com estes números, o score da query “{query}” com a key “{key}” passa do maior número que a máquina guarda (1,8·10³⁰⁸): use números menores.</translation>
    </message>
    <message>
        <source>This document is a sentence, whose Q and K follow from its words: only matrices typed by hand can be edited.</source>
        <translation>Este documento é uma frase, e as palavras dela determinam Q e K: só matrizes digitadas à mão podem ser editadas.</translation>
    </message>
    <message>
        <source>The pasted block is {rows} × {columns}, but from this cell {name} has room for {free_rows} × {free_columns}: add rows or columns first.</source>
        <translation>O bloco colado é {rows} × {columns}, mas a partir desta célula {name} só tem lugar para {free_rows} × {free_columns}: acrescente linhas ou colunas antes.</translation>
    </message>
    <message>
        <source>This name has {found} characters, but a label holds at most {most}.</source>
        <translation>Este nome tem {found} caracteres, mas um rótulo tem no máximo {most}.</translation>
    </message>
    <message>
        <source>{found} columns are too many: a matrix holds at most {most}.</source>
        <translation>{found} colunas é demais: uma matriz tem no máximo {most}.</translation>
    </message>
    <message>
        <source>There are {labels} names for the {rows} rows of {name}.</source>
        <translation>Número de nomes: {labels}; número de linhas de {name}: {rows}. Os dois devem ser iguais.</translation>
    </message>
    <message>
        <source>With these numbers a score or an output passes the largest number the machine can hold (1.8·10³⁰⁸): use smaller ones.</source>
        <translation>Com estes números, um score ou uma saída passa do maior número que a máquina guarda (1,8·10³⁰⁸): use números menores.</translation>
    </message>
    <message>
        <source>{n} tokens under {heads} heads make {found} scores, but {most} are the most that are kept.</source>
        <translation>{n} tokens em {heads} cabeças dão {found} scores, mas no máximo {most} são guardados.</translation>
    </message>
    <message>
        <source>{n_heads} query heads cannot share {n_kv_heads} key-value heads: the first number must be a multiple of the second, and at most {most}.</source>
        <translation>{n_heads} cabeças de query não podem repartir {n_kv_heads} cabeças de key e value: o primeiro número deve ser múltiplo do segundo, e no máximo {most}.</translation>
    </message>
    <message>
        <source>eps is {found}, but it must be a number of at least 0.</source>
        <translation>eps é {found}, mas deve ser um número de no mínimo 0.</translation>
    </message>
    <message>
        <source>{name} does not belong to this document, whose matrices are {expected}.</source>
        <translation>{name} não pertence a este documento, cujas matrizes são {expected}.</translation>
    </message>
    <message>
        <source>This document has no embeddings and projections: choose “New from embeddings” for one that has.</source>
        <translation>Este documento não tem embeddings e projeções: escolha “Novo com embeddings” para criar um que tenha.</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>{file} ends in “{found}”, but a figure is saved as {expected}.</source>
        <translation>{file} termina em “{found}”, mas uma figura é salva como {expected}.</translation>
    </message>
    <message>
        <source>At {dpi} dpi the picture would have {width} × {height} pixels: choose fewer.</source>
        <translation>Com {dpi} dpi a imagem teria {width} × {height} pixels: escolha menos.</translation>
    </message>
</context>
<context>
    <name>figure</name>
    <message>
        <source>Attention weights</source>
        <translation>Pesos de atenção</translation>
    </message>
    <message>
        <source>“{query}” may not look at any key: its weights are 0</source>
        <translation>“{query}” não pode olhar para nenhuma key: seus pesos são 0</translation>
    </message>
    <message>
        <source>“{query}” looks at every key a little</source>
        <translation>“{query}” olha um pouco para cada key</translation>
    </message>
    <message>
        <source>“{query}” looks at:</source>
        <translation>“{query}” olha para:</translation>
    </message>
    <message>
        <source>masked keys: {n}</source>
        <translation>keys mascaradas: {n}</translation>
    </message>
    <message>
        <source>each dot shows the largest of {k} × {k} cells</source>
        <translation>cada ponto mostra a maior de {k} × {k} células</translation>
    </message>
    <message>
        <source>rows: query i · columns: key j</source>
        <translation>linhas: query i · colunas: key j</translation>
    </message>
    <message>
        <source>columns: query i · rows: key j</source>
        <translation>colunas: query i · linhas: key j</translation>
    </message>
    <message>
        <source>entropy (bits)</source>
        <translation>entropia (bits)</translation>
    </message>
    <message>
        <source>A · head {number}</source>
        <translation>A · cabeça {number}</translation>
    </message>
    <message>
        <source>A · Q and K by hand</source>
        <translation>A · Q e K à mão</translation>
    </message>
    <message>
        <source>A · content head</source>
        <translation>A · cabeça de conteúdo</translation>
    </message>
    <message>
        <source>A · previous-token head</source>
        <translation>A · token anterior</translation>
    </message>
    <message>
        <source>A · distance head</source>
        <translation>A · cabeça de distância</translation>
    </message>
    <message>
        <source>A · mixed head</source>
        <translation>A · cabeça de mistura</translation>
    </message>
    <message>
        <source>{n_q} × {n_k} · rows = queries</source>
        <translation>{n_q} × {n_k} · linhas = queries</translation>
    </message>
    <message>
        <source>{n_k} × {n_q} · columns = queries</source>
        <translation>{n_k} × {n_q} · colunas = queries</translation>
    </message>
    <message>
        <source>standard deviation of {scores}</source>
        <translation>desvio padrão de {scores}</translation>
    </message>
    <message>
        <source>saturated rows</source>
        <translation>linhas saturadas</translation>
    </message>
    <message>
        <source>{k} of {n}</source>
        <translation>{k} de {n}</translation>
    </message>
    <message>
        <source>largest weight &gt; {limit}</source>
        <translation>maior peso &gt; {limit}</translation>
    </message>
    <message>
        <source>mean entropy</source>
        <translation>entropia média</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} bits</translation>
    </message>
    <message>
        <source>≈ {n} tokens looked at</source>
        <translation>≈ {n} tokens olhados</translation>
    </message>
    <message>
        <source>gradient that passes</source>
        <translation>gradiente que passa</translation>
    </message>
    <message>
        <source>mean ‖J‖ of the rows</source>
        <translation>‖J‖ média das linhas</translation>
    </message>
    <message>
        <source>weight, linear</source>
        <translation>peso, linear</translation>
    </message>
    <message>
        <source>Attention weights, {n_q} queries by {n_k} keys. The query {query} looks at {weights}.</source>
        <translation>Pesos de atenção, {n_q} queries por {n_k} keys. A query {query} olha para {weights}.</translation>
    </message>
    <message>
        <source>Scaled dot-product attention</source>
        <translation>Atenção por produto interno escalado</translation>
    </message>
    <message>
        <source>{tokens}: all numbers alike, so nothing to scale</source>
        <translation>{tokens}: números todos iguais, nada a escalar</translation>
    </message>
    <message>
        <source>each row: mean 0, variance 1</source>
        <translation>cada linha: média 0, variância 1</translation>
    </message>
    <message>
        <source>each column sums to 1</source>
        <translation>cada coluna soma 1</translation>
    </message>
    <message>
        <source>each column: mean 0, variance 1</source>
        <translation>cada coluna: média 0, variância 1</translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation>dividido por √dₖ</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>não dividido</translation>
    </message>
    <message>
        <source>{how}, then masked</source>
        <translation>{how}, depois mascarado</translation>
    </message>
    <message>
        <source>each row sums to 1</source>
        <translation>cada linha soma 1</translation>
    </message>
    <message>
        <source>{shape} · editable</source>
        <translation>{shape} · editável</translation>
    </message>
    <message>
        <source>No key may be looked at: the weights are 0.</source>
        <translation>Nenhuma key pode ser olhada: os pesos são 0.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> e </translation>
    </message>
    <message>
        <source>The weight is spread over {n} keys</source>
        <translation>O peso se espalha por {n} keys</translation>
    </message>
    <message>
        <source>{percent}% of the weight comes from itself</source>
        <translation>{percent}% do peso vem de si mesmo</translation>
    </message>
    <message>
        <source>{percent}% of the weight comes from {key}</source>
        <translation>{percent}% do peso vem de {key}</translation>
    </message>
    <message>
        <source>{percent}% from itself</source>
        <translation>{percent}% de si mesmo</translation>
    </message>
    <message>
        <source>{percent}% from {key}</source>
        <translation>{percent}% de {key}</translation>
    </message>
    <message>
        <source>Attention step by step. Weights of the query {query}: {weights}.</source>
        <translation>Atenção passo a passo. Pesos da query {query}: {weights}.</translation>
    </message>
    <message>
        <source>The sum of “{query}”, step by step</source>
        <translation>A conta de “{query}”, passo a passo</translation>
    </message>
    <message>
        <source>scores q · k</source>
        <translation>scores q · k</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>scores</translation>
    </message>
    <message>
        <source>mixture of values</source>
        <translation>mistura dos values</translation>
    </message>
    <message>
        <source>√dₖ · c for the token before, else 0</source>
        <translation>√dₖ · c para o token anterior, senão 0</translation>
    </message>
    <message>
        <source>−√dₖ · λ · |i − j|</source>
        <translation>−√dₖ · λ · |i − j|</translation>
    </message>
    <message>
        <source>the three scores, mixed by their shares</source>
        <translation>os três scores, misturados pelas suas partes</translation>
    </message>
    <message>
        <source>scale ÷ (√{d_k} · τ)</source>
        <translation>escala ÷ (√{d_k} · τ)</translation>
    </message>
    <message>
        <source>scale ÷ √{d_k}</source>
        <translation>escala ÷ √{d_k}</translation>
    </message>
    <message>
        <source>scale ÷ τ</source>
        <translation>escala ÷ τ</translation>
    </message>
    <message>
        <source>no scaling</source>
        <translation>sem escala</translation>
    </message>
    <message>
        <source>minus the largest, {shift}: same weights</source>
        <translation>menos o maior, {shift}: mesmos pesos</translation>
    </message>
    <message>
        <source>Who looks at “{key}”</source>
        <translation>Quem olha para “{key}”</translation>
    </message>
    <message>
        <source>query</source>
        <translation>query</translation>
    </message>
    <message>
        <source>score</source>
        <translation>score</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>escalado</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>peso</translation>
    </message>
    <message>
        <source>… and {n} more, weighing {weight}</source>
        <translation>… e mais {n}, pesando {weight}</translation>
    </message>
    <message>
        <source>received in all: {total}, on average {mean} of each query</source>
        <translation>recebido ao todo: {total}; em média {mean} de cada query</translation>
    </message>
    <message>
        <source>no key is left: all weights are 0</source>
        <translation>não resta key: todos os pesos são 0</translation>
    </message>
    <message>
        <source>sum = {total}</source>
        <translation>soma = {total}</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>mascarada</translation>
    </message>
</context>
<context>
    <name>io</name>
    <message>
        <source>{name} is not an .npz file that can be read: its archive is broken.</source>
        <translation>{name} não é um arquivo .npz que se possa ler: está corrompido.</translation>
    </message>
    <message>
        <source>{name} holds too many arrays.</source>
        <translation>{name} contém arrays demais.</translation>
    </message>
    <message>
        <source>{name} holds two arrays of the name {key}; expected one.</source>
        <translation>{name} contém dois arrays com o nome {key}; esperava-se um só.</translation>
    </message>
    <message>
        <source>{name} is encrypted or compressed in a way that is not read.</source>
        <translation>{name} está cifrado, ou comprimido de um modo que não se lê aqui.</translation>
    </message>
    <message>
        <source>{name} is too large: it has {found} bytes, at most {most} are read.</source>
        <translation>{name} é grande demais: tem {found} bytes, e são lidos no máximo {most}.</translation>
    </message>
    <message>
        <source>{name} has shape {shape}; expected two axes, rows and columns.</source>
        <translation>{name} tem a forma {shape}; esperavam-se dois eixos, linhas e colunas.</translation>
    </message>
    <message>
        <source>{name} cannot be written: it is not an ordinary file.</source>
        <translation>Não é possível gravar {name}: não é um arquivo comum.</translation>
    </message>
    <message>
        <source>{name} cannot be written: there is no folder {folder}.</source>
        <translation>Não é possível gravar {name}: a pasta {folder} não existe.</translation>
    </message>
    <message>
        <source>{name} cannot be written: it is a folder.</source>
        <translation>Não é possível gravar {name}: é uma pasta.</translation>
    </message>
    <message>
        <source>{name} cannot be written: you may not write in this folder or to this file.</source>
        <translation>Não é possível gravar {name}: falta permissão para gravar nesta pasta ou neste arquivo.</translation>
    </message>
    <message>
        <source>{name} cannot be written: the disk is full.</source>
        <translation>Não é possível gravar {name}: o disco está cheio.</translation>
    </message>
    <message>
        <source>{name} cannot be written: {reason}.</source>
        <translation>Não é possível gravar {name}: {reason}.</translation>
    </message>
    <message>
        <source>There are no numbers here; at least one row of numbers is needed.</source>
        <translation>Não há números aqui; é preciso pelo menos uma linha de números.</translation>
    </message>
    <message>
        <source>{text} could be one number or several cells; write {number} for the number, or {cells} for the cells.</source>
        <translation>{text} pode ser um número ou várias células; escreva {number} para o número, ou {cells} para as células.</translation>
    </message>
    <message>
        <source>There are too many cells; at most {rows} rows and {columns} columns are read.</source>
        <translation>Há células demais; são lidas no máximo {rows} linhas e {columns} colunas.</translation>
    </message>
    <message>
        <source>The quotation marks or the cells are not written as in a CSV file ({reason}).</source>
        <translation>As aspas ou as células não estão escritas como num arquivo CSV ({reason}).</translation>
    </message>
    <message>
        <source>The square brackets do not form a matrix; write it as {example}.</source>
        <translation>Os colchetes não formam uma matriz; escreva-a como {example}.</translation>
    </message>
    <message>
        <source>Row {row} is blank; remove it or fill it in.</source>
        <translation>A linha {row} está em branco; remova-a ou preencha-a.</translation>
    </message>
    <message>
        <source>The number of cells in row {row} is {found}, but in row 1 it is {expected}; make them equal.</source>
        <translation>O número de células na linha {row} é {found}, mas na linha 1 é {expected}; deixe-os iguais.</translation>
    </message>
    <message>
        <source>Row {row}, column {column} holds a NUL byte; this is not a text table.</source>
        <translation>A linha {row}, coluna {column} contém um byte NUL; isto não é uma tabela de texto.</translation>
    </message>
    <message>
        <source>{name} is not an ordinary file.</source>
        <translation>{name} não é um arquivo comum.</translation>
    </message>
    <message>
        <source>{name} is written in UTF-16; save it as UTF-8 and open it again.</source>
        <translation>{name} está em UTF-16; salve-o como UTF-8 e abra-o de novo.</translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text: byte {position} does not belong there; save it as UTF-8.</source>
        <translation>{name} não é um texto UTF-8: o byte {position} não deveria estar ali; salve-o como UTF-8.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: there is no such file.</source>
        <translation>Não é possível abrir {name}: o arquivo não existe.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: it is a folder, not a file.</source>
        <translation>Não é possível abrir {name}: é uma pasta, não um arquivo.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: you may not read it.</source>
        <translation>Não é possível abrir {name}: falta permissão para ler.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: {reason}.</source>
        <translation>Não é possível abrir {name}: {reason}.</translation>
    </message>
    <message>
        <source>{name} must hold one object with the matrices, as in {example}.</source>
        <translation>{name} deve conter um objeto com as matrizes, como em {example}.</translation>
    </message>
    <message>
        <source>{name} holds too many lists.</source>
        <translation>{name} contém listas demais.</translation>
    </message>
    <message>
        <source>{name} is not JSON: line {line}, column {column} cannot be read.</source>
        <translation>{name} não é JSON: não se consegue ler a linha {line}, coluna {column}.</translation>
    </message>
    <message>
        <source>{name} is nested too deeply to be read.</source>
        <translation>{name} tem níveis demais, uns dentro dos outros, para ser lido.</translation>
    </message>
    <message>
        <source>{name} names {key} twice in one object; expected it once.</source>
        <translation>{name} traz {key} duas vezes no mesmo objeto; esperava-se uma só.</translation>
    </message>
    <message>
        <source>{name}: the length of {path} is {found}, but that of the first row is {expected}.</source>
        <translation>{name}: o comprimento de {path} é {found}, mas o da primeira linha é {expected}.</translation>
    </message>
    <message>
        <source>{name}: {path} must be a finite number, but it is {found}.</source>
        <translation>{name}: {path} deve ser um número finito, mas é {found}.</translation>
    </message>
    <message>
        <source>{name}: {path} has {found} tokens; at most {most} are read.</source>
        <translation>{name}: {path} tem {found} tokens; são lidos no máximo {most}.</translation>
    </message>
    <message>
        <source>{name}: {path} must be a text, but it is {found}.</source>
        <translation>{name}: {path} deve ser um texto, mas é {found}.</translation>
    </message>
    <message>
        <source>{name}: {path} must be a list, but it is {found}.</source>
        <translation>{name}: {path} deve ser uma lista, mas é {found}.</translation>
    </message>
    <message>
        <source>{name}: the number of {key} is {found}, but the number of rows of {role} is {rows}.</source>
        <translation>{name}: o número de {key} é {found}, mas o número de linhas de {role} é {rows}.</translation>
    </message>
    <message>
        <source>{name} is not a text: character {position} is a NUL byte.</source>
        <translation>{name} não é um texto: o caractere {position} é um byte NUL.</translation>
    </message>
    <message>
        <source>{name} has {axes} axes; expected two, rows and columns.</source>
        <translation>{name}: o número de eixos é {axes}; esperavam-se dois, linhas e colunas.</translation>
    </message>
    <message>
        <source>{name} is not of a kind that can be opened here; expected {kinds}.</source>
        <translation>{name} não é de um tipo que se possa abrir aqui; esperava-se {kinds}.</translation>
    </message>
    <message>
        <source>{name} holds nothing; expected Q, K and, if wanted, V.</source>
        <translation>{name} não contém nada; esperavam-se Q, K e, se quiser, V.</translation>
    </message>
    <message>
        <source>{name} has no {key}; it holds {found}, expected Q, K and, if wanted, V.</source>
        <translation>{name} não tem {key}; contém {found}, mas esperavam-se Q, K e, se quiser, V.</translation>
    </message>
    <message>
        <source>{where}: {problem}</source>
        <translation>{where}: {problem}</translation>
    </message>
    <message>
        <source>The table is {found} cells large; at most {rows} × {columns} are read.</source>
        <translation>O tamanho da tabela é {found} células; são lidas no máximo {rows} × {columns}.</translation>
    </message>
    <message>
        <source>There are only labels here; at least one number is needed.</source>
        <translation>Aqui só há rótulos; é preciso pelo menos um número.</translation>
    </message>
    <message>
        <source>{first} (row {first_row}, column {first_column}) and {second} (row {second_row}, column {second_column}) use different decimal signs; use one in the whole table.</source>
        <translation>{first} (linha {first_row}, coluna {first_column}) e {second} (linha {second_row}, coluna {second_column}) usam sinais decimais diferentes; use um só na tabela toda.</translation>
    </message>
    <message>
        <source>Row {row}, column {column}: {problem}</source>
        <translation>Linha {row}, coluna {column}: {problem}</translation>
    </message>
    <message>
        <source>{name} is not a NumPy array that can be read: its header is broken.</source>
        <translation>{name} não é um array do NumPy que se possa ler: o cabeçalho está corrompido.</translation>
    </message>
    <message>
        <source>{name} holds Python objects, which are never loaded; expected numbers.</source>
        <translation>{name} contém objetos Python, que nunca são carregados; esperavam-se números.</translation>
    </message>
    <message>
        <source>{name} promises {promised} bytes of numbers, but {found} bytes follow its header.</source>
        <translation>{name} promete {promised} bytes de números, mas depois do cabeçalho vêm {found} bytes.</translation>
    </message>
    <message>
        <source>{name} holds {found} instead of real numbers.</source>
        <translation>{name} contém {found} em vez de números reais.</translation>
    </message>
    <message>
        <source>{name} must be one row of texts, but it holds {found} of shape {shape}.</source>
        <translation>{name} deve ser uma linha de textos, mas contém {found} com a forma {shape}.</translation>
    </message>
    <message>
        <source>{name} holds {found} texts of up to {length} signs, which is too much.</source>
        <translation>{name} contém {found} textos de até {length} caracteres, o que é demais.</translation>
    </message>
    <message>
        <source>{name} holds signs that are not Unicode.</source>
        <translation>{name} contém caracteres que não são Unicode.</translation>
    </message>
    <message>
        <source>{name} has {heads} heads; expected a matrix of one head.</source>
        <translation>{name} tem {heads} cabeças; esperava-se a matriz de uma só cabeça.</translation>
    </message>
    <message>
        <source>{name} is empty; expected at least one number.</source>
        <translation>Não há nada em {name}; esperava-se pelo menos um número.</translation>
    </message>
    <message>
        <source>{name} is {found} large; at most {most} rows and columns are read.</source>
        <translation>O tamanho de {name} é {found}; são lidas no máximo {most} linhas e colunas.</translation>
    </message>
    <message>
        <source>{name}: row {row}, column {column} holds {found}; a number must be finite.</source>
        <translation>{name}: a linha {row}, coluna {column} contém {found}; um número deve ser finito.</translation>
    </message>
    <message>
        <source>{name} ends before all its numbers are read.</source>
        <translation>{name} acaba antes de todos os seus números serem lidos.</translation>
    </message>
    <message>
        <source>{text} is too large; the largest number is about 1e308.</source>
        <translation>{text} é grande demais; o maior número é cerca de 1e308.</translation>
    </message>
    <message>
        <source>{text} could be a whole number or a fraction; write {whole} or {fraction}.</source>
        <translation>{text} pode ser um número inteiro ou uma fração; escreva {whole} ou {fraction}.</translation>
    </message>
    <message>
        <source>A number is missing here; write one such as {example}.</source>
        <translation>Falta um número aqui; escreva um como {example}.</translation>
    </message>
    <message>
        <source>{text} is not allowed here: a number must be finite.</source>
        <translation>{text} não pode ficar aqui: um número deve ser finito.</translation>
    </message>
    <message>
        <source>{text} is not a number; write one such as {example}.</source>
        <translation>{text} não é um número; escreva um como {example}.</translation>
    </message>
    <message>
        <source>{text} has two kinds of separators; write {better}.</source>
        <translation>{text} tem dois tipos de separador; escreva {better}.</translation>
    </message>
    <message>
        <source>{text} has two kinds of separators; write only the decimal one, as in {example}.</source>
        <translation>{text} tem dois tipos de separador; escreva só o decimal, como em {example}.</translation>
    </message>
    <message>
        <source>{text} has separators between its digits; write {better}.</source>
        <translation>{text} tem separadores entre os algarismos; escreva {better}.</translation>
    </message>
    <message>
        <source>{key} holds a token that ends with a NUL byte, which .npz cannot keep.</source>
        <translation>{key} contém um token que termina com um byte NUL, que .npz não consegue guardar.</translation>
    </message>
    <message>
        <source>{where} is not finite, which JSON cannot say; write an .npz file instead.</source>
        <translation>{where} não é finito, o que JSON não sabe dizer; grave um arquivo .npz em vez disso.</translation>
    </message>
</context>
<context>
    <name>lessons</name>
    <message>
        <source>There is no lesson and no file called “{name}”: the lessons are {names}.</source>
        <translation>Não há lição nem arquivo chamado “{name}”: as lições são {names}.</translation>
    </message>
    <message>
        <source>{path} must have exactly one key of {names}, but their number is {found}.</source>
        <translation>{path} deve ter exatamente uma destas chaves: {names}; o número delas é {found}.</translation>
    </message>
    <message>
        <source>this experiment cannot be applied: {problem}</source>
        <translation>este experimento não pode ser aplicado: {problem}</translation>
    </message>
    <message>
        <source>{name} is {shape}, but the length of the row that would become its row {row} is {count}.</source>
        <translation>{name} é {shape}, mas o comprimento da linha que seria a sua linha {row} é {count}.</translation>
    </message>
    <message>
        <source>the number of names is {found}, but that of queries is {n_q} and of keys {n_k}; all must be the same tokens.</source>
        <translation>o número de nomes é {found}, mas o de queries é {n_q} e o de keys, {n_k}; todos devem ser os mesmos tokens.</translation>
    </message>
    <message>
        <source>{name} is none of this document&apos;s matrices: {expected}.</source>
        <translation>{name} não é uma das matrizes deste documento: {expected}.</translation>
    </message>
    <message>
        <source>{path} must be an object {{…}}, but it is {found}.</source>
        <translation>{path} deve ser um objeto {{…}}, mas é {found}.</translation>
    </message>
    <message>
        <source>{key} is no key of {path}; expected {names}.</source>
        <translation>{path}: {key} não é uma das chaves; esperado: {names}.</translation>
    </message>
    <message>
        <source>{path} has no {key}.</source>
        <translation>{path}: falta {key}.</translation>
    </message>
    <message>
        <source>{path} must be a list […], but it is {found}.</source>
        <translation>{path} deve ser uma lista […], mas é {found}.</translation>
    </message>
    <message>
        <source>the length of {path} is {found}; expected {expected}.</source>
        <translation>{path}: o comprimento é {found}; esperado: {expected}.</translation>
    </message>
    <message>
        <source>{path} is empty; expected {names}.</source>
        <translation>{path} não traz nada; esperado: {names}.</translation>
    </message>
    <message>
        <source>{path} must be a text, but it is {found}.</source>
        <translation>{path} deve ser um texto, mas é {found}.</translation>
    </message>
    <message>
        <source>the length of {path} is {found} characters; expected at most {most}.</source>
        <translation>{path}: o comprimento é de {found} caracteres; esperado: no máximo {most}.</translation>
    </message>
    <message>
        <source>{path} holds half of a character, which cannot be shown: {found}.</source>
        <translation>{path} contém meio caractere, que não pode ser mostrado: {found}.</translation>
    </message>
    <message>
        <source>{path} must be one of {names}, but it is {found}.</source>
        <translation>{path} deve ser um destes: {names}; mas é {found}.</translation>
    </message>
    <message>
        <source>{path} must be a number, but it is {found}.</source>
        <translation>{path} deve ser um número, mas é {found}.</translation>
    </message>
    <message>
        <source>{path} must be a whole number from {least} to {most}, but it is {found}.</source>
        <translation>{path} deve ser um número inteiro de {least} a {most}, mas é {found}.</translation>
    </message>
    <message>
        <source>{path} must be true or false, but it is {found}.</source>
        <translation>{path} deve ser true ou false, mas é {found}.</translation>
    </message>
    <message>
        <source>the length of {path} is {found}, but that of the first row is {expected}.</source>
        <translation>{path}: o comprimento é {found}, mas o da primeira linha é {expected}.</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>o arquivo</translation>
    </message>
    <message>
        <source>{file}, line {line}: {problem}</source>
        <translation>{file}, linha {line}: {problem}</translation>
    </message>
    <message>
        <source>lists and objects are nested more than {most} levels deep.</source>
        <translation>listas e objetos estão aninhados em mais de {most} níveis.</translation>
    </message>
    <message>
        <source>the file should end here, but {found} follows.</source>
        <translation>o arquivo deveria terminar aqui, mas vem ainda {found}.</translation>
    </message>
    <message>
        <source>the key {key} stands twice in one object; expected it once.</source>
        <translation>a chave {key} aparece duas vezes num objeto; esperado: uma vez.</translation>
    </message>
    <message>
        <source>this text cannot be read: its closing quotation mark is missing, or a line break or a lone “\” stands in it.</source>
        <translation>este texto não pode ser lido: faltam as aspas finais, ou há nele uma quebra de linha ou um “\” solto.</translation>
    </message>
    <message>
        <source>a value was expected here, but found: {found}.</source>
        <translation>aqui se esperava um valor, mas foi encontrado: {found}.</translation>
    </message>
    <message>
        <source>{found} is no finite number: at most 1.8·10³⁰⁸ can be held.</source>
        <translation>{found} não é um número finito: o maior que cabe é 1,8·10³⁰⁸.</translation>
    </message>
    <message>
        <source>{expected} was expected here, but found: {found}.</source>
        <translation>aqui se esperava {expected}, mas foi encontrado: {found}.</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>o fim do arquivo</translation>
    </message>
    <message>
        <source>{file} is too large for a lesson: it has {found} bytes, at most {most} are read.</source>
        <translation>{file} é grande demais para uma lição: tem {found} bytes, e são lidos no máximo {most}.</translation>
    </message>
    <message>
        <source>{path} needs sentence, or Q and K, or tokens, X, W_Q, W_K and W_V.</source>
        <translation>{path} precisa de sentence, ou de Q e K, ou de tokens, X, W_Q, W_K e W_V.</translation>
    </message>
    <message>
        <source>eps is {found}; expected at least 0.</source>
        <translation>eps é {found}; esperado: no mínimo 0.</translation>
    </message>
    <message>
        <source>the length of {path} is {found}, but {matrix} is {shape}; expected {expected}.</source>
        <translation>{path}: o comprimento é {found}, mas {matrix} é {shape}; esperado: {expected}.</translation>
    </message>
</context>
<context>
    <name>opening</name>
    <message>
        <source>{file} does not say which matrix it holds: let its name begin or end with Q, K or V, each once (for example q.csv, k.csv and v.csv).</source>
        <translation>{file} não diz que matriz contém: o nome deve começar ou terminar com Q, K ou V, cada letra uma só vez (por exemplo, q.csv, k.csv e v.csv).</translation>
    </message>
    <message>
        <source>Missing: {names}. Q and K are needed together.</source>
        <translation>Falta: {names}. Q e K são necessários juntos.</translation>
    </message>
    <message>
        <source>{name} does not belong to this document, whose matrices are {expected}.</source>
        <translation>{name} não pertence a este documento, cujas matrizes são {expected}.</translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation>{file}: {problem}</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>There is no setting called “{key}”: choose one of {keys}.</source>
        <translation>Não há ajuste chamado “{key}”: escolha um destes: {keys}.</translation>
    </message>
    <message>
        <source>“{text}” is not a setting: write KEY=VALUE, for example d_k=64.</source>
        <translation>“{text}” não é um ajuste: escreva CHAVE=VALOR, por exemplo d_k=64.</translation>
    </message>
    <message>
        <source>{key}={value} has {found} numbers, but the mixture takes three: content, previous token, distance.</source>
        <translation>O número de valores em {key}={value} é {found}, mas a mistura pede três: conteúdo, token anterior, distância.</translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} is on or off.</source>
        <translation>Não dá para entender {key}={value}: {key} é on ou off.</translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} takes a whole number.</source>
        <translation>Não dá para entender {key}={value}: {key} pede um número inteiro.</translation>
    </message>
    <message>
        <source>{key}={value} is not understood: {key} takes a number with a decimal point, such as 0.5.</source>
        <translation>Não dá para entender {key}={value}: {key} pede um número com ponto decimal, como 0.5.</translation>
    </message>
</context>
<context>
    <name>system</name>
    <message>
        <source>This machine lacks system libraries that Qt needs: {libraries}. Install them with: {command}</source>
        <translation>Faltam nesta máquina bibliotecas do sistema de que o Qt precisa: {libraries}. Instale-as com: {command}</translation>
    </message>
</context>
<context>
    <name>ui</name>
    <message>
        <source>{found} is not a whole number.</source>
        <translation>{found} não é um número inteiro.</translation>
    </message>
    <message>
        <source>{found} is out of range: from {low} to {high}.</source>
        <translation>{found} está fora da faixa: de {low} a {high}.</translation>
    </message>
</context>
</TS>
