<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About attnviz</source>
        <translation>Sobre o attnviz</translation>
    </message>
    <message>
        <source>See, change, understand and show transformer attention. Free software, MIT licence.</source>
        <translation>Veja, mude, entenda e mostre a atenção dos transformers. Software livre, licença MIT.</translation>
    </message>
    <message>
        <source>It is made with {libraries}.</source>
        <translation>Feito com {libraries}.</translation>
    </message>
    <message>
        <source>It never uses the network: what you open stays on this machine.</source>
        <translation>Nunca usa a rede: o que você abre fica nesta máquina.</translation>
    </message>
    <message>
        <source>&amp;Copy for a report</source>
        <translation>&amp;Copiar para um relato</translation>
    </message>
    <message>
        <source>The versions, as text for a message</source>
        <translation>As versões, como texto para uma mensagem</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
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
        <source>&amp;Open…</source>
        <translation>&amp;Abrir…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Abrir recen&amp;te</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Salvar &amp;como…</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>&amp;Exportar figura…</translation>
    </message>
    <message>
        <source>Export an&amp;imation…</source>
        <translation>Exportar an&amp;imação…</translation>
    </message>
    <message>
        <source>Save the n&amp;umbers…</source>
        <translation>Sal&amp;var os números…</translation>
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
        <source>Copy num&amp;bers</source>
        <translation>Copiar &amp;números</translation>
    </message>
    <message>
        <source>Copy &amp;description</source>
        <translation>Cop&amp;iar descrição</translation>
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
        <source>&amp;Preferences…</source>
        <translation>Pre&amp;ferências…</translation>
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
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>G&amp;radient</source>
        <translation>&amp;Gradiente</translation>
    </message>
    <message>
        <source>Tra&amp;ining</source>
        <translation>T&amp;reinamento</translation>
    </message>
    <message>
        <source>S&amp;hapes</source>
        <translation>&amp;Formas</translation>
    </message>
    <message>
        <source>Co&amp;de</source>
        <translation>Có&amp;digo</translation>
    </message>
    <message>
        <source>&amp;Numbers in the cells</source>
        <translation>&amp;Números nas células</translation>
    </message>
    <message>
        <source>Closer (&amp;zoom in)</source>
        <translation>Aproximar (&amp;zoom)</translation>
    </message>
    <message>
        <source>&amp;Further off (zoom out)</source>
        <translation>Afa&amp;star</translation>
    </message>
    <message>
        <source>Show a&amp;ll of the matrix</source>
        <translation>Mostrar a matriz int&amp;eira</translation>
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
        <source>Controls at the right</source>
        <translation>Controles à direita</translation>
    </message>
    <message>
        <source>To the next part of the window</source>
        <translation>Para a próxima parte da janela</translation>
    </message>
    <message>
        <source>To the part before</source>
        <translation>Para a parte anterior</translation>
    </message>
    <message>
        <source>&amp;Present on the whole screen</source>
        <translation>Apresentar em tela c&amp;heia</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>Tamanho do te&amp;xto</translation>
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
        <source>&amp;Larger text</source>
        <translation>Texto &amp;maior</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>Texto m&amp;enor</translation>
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
        <source>&amp;Next head</source>
        <translation>Pró&amp;xima cabeça</translation>
    </message>
    <message>
        <source>Pr&amp;evious head</source>
        <translation>Cabeça a&amp;nterior</translation>
    </message>
    <message>
        <source>Next &amp;layer</source>
        <translation>Próxima &amp;camada</translation>
    </message>
    <message>
        <source>Previous la&amp;yer</source>
        <translation>Camada anterio&amp;r</translation>
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
        <source>&amp;Command palette…</source>
        <translation>Paleta de &amp;comandos…</translation>
    </message>
    <message>
        <source>&amp;User guide</source>
        <translation>&amp;Guia do usuário</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Atalhos do teclado</translation>
    </message>
    <message>
        <source>&amp;Explain what has the keys</source>
        <translation>&amp;Explicar o que está em foco</translation>
    </message>
    <message>
        <source>&amp;Self-check…</source>
        <translation>A&amp;utoverificação…</translation>
    </message>
    <message>
        <source>&amp;About attnviz</source>
        <translation>&amp;Sobre o attnviz</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>&amp;Limpar esta lista</translation>
    </message>
</context>
<context>
    <name>AnimationDialog</name>
    <message>
        <source>Export animation</source>
        <translation>Exportar animação</translation>
    </message>
    <message>
        <source>Play the preview</source>
        <translation>Tocar a prévia</translation>
    </message>
    <message>
        <source>Picture of the preview</source>
        <translation>Quadro da prévia</translation>
    </message>
    <message>
        <source>Drag through the animation</source>
        <translation>Arraste pela animação</translation>
    </message>
    <message>
        <source>Progress of the file</source>
        <translation>Progresso do arquivo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
    <message>
        <source>Close without exporting (Esc)</source>
        <translation>Fechar sem exportar (Esc)</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportar…</translation>
    </message>
    <message>
        <source>Choose a file and make the animation (Enter)</source>
        <translation>Escolher um arquivo e fazer a animação (Enter)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Stop; no file is left</source>
        <translation>Parar; não sobra nenhum arquivo</translation>
    </message>
    <message>
        <source>Nothing in this view can be animated.</source>
        <translation>Nada nesta vista pode ser animado.</translation>
    </message>
    <message>
        <source>{n} pictures</source>
        <translation>{n} quadros</translation>
    </message>
    <message>
        <source>{n} pictures of {width} × {height} pixels</source>
        <translation>{n} quadros de {width} × {height} pixels</translation>
    </message>
</context>
<context>
    <name>AnimationForm</name>
    <message>
        <source>Parameter</source>
        <translation>Parâmetro</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>O que se move</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Até</translation>
    </message>
    <message>
        <source>Duration in seconds</source>
        <translation>Duração em segundos</translation>
    </message>
    <message>
        <source>Pictures a second</source>
        <translation>Quadros por segundo</translation>
    </message>
    <message>
        <source>Easing</source>
        <translation>Movimento</translation>
    </message>
    <message>
        <source>How the value moves from start to end</source>
        <translation>Como o valor vai do início ao fim</translation>
    </message>
    <message>
        <source>and &amp;back again</source>
        <translation>e de &amp;volta</translation>
    </message>
    <message>
        <source>Return to the start, so that a loop does not jump</source>
        <translation>Voltar ao início, para que a repetição não dê um salto</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>GIF and WebP loop in pages, MP4 plays in slides</source>
        <translation>GIF e WebP se repetem em páginas, MP4 toca em slides</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>Pixels of the animation</source>
        <translation>Pixels da animação</translation>
    </message>
    <message>
        <source>{end}, share {n}</source>
        <translation>{end}, parcela {n}</translation>
    </message>
    <message>
        <source>&amp;Parameter</source>
        <translation>&amp;Parâmetro</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;De</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Até</translation>
    </message>
    <message>
        <source>&amp;Seconds</source>
        <translation>&amp;Segundos</translation>
    </message>
    <message>
        <source>Pictures a secon&amp;d</source>
        <translation>&amp;Quadros por segundo</translation>
    </message>
    <message>
        <source>&amp;Easing</source>
        <translation>&amp;Movimento</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>&amp;Formato</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>&amp;Tamanho</translation>
    </message>
    <message>
        <source>dₖ, components</source>
        <translation>dₖ, componentes</translation>
    </message>
    <message>
        <source>τ, temperature</source>
        <translation>τ, temperatura</translation>
    </message>
    <message>
        <source>λ, distance decay</source>
        <translation>λ, decaimento pela distância</translation>
    </message>
    <message>
        <source>c, previous token</source>
        <translation>c, token anterior</translation>
    </message>
    <message>
        <source>mixture</source>
        <translation>mistura</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeça</translation>
    </message>
    <message>
        <source>step of the chain</source>
        <translation>passo da cadeia</translation>
    </message>
    <message>
        <source>training step</source>
        <translation>passo de treinamento</translation>
    </message>
    <message>
        <source>even</source>
        <translation>uniforme</translation>
    </message>
    <message>
        <source>gently, slower at both ends</source>
        <translation>suave nas pontas</translation>
    </message>
    <message>
        <source>in equal ratios</source>
        <translation>em razões iguais</translation>
    </message>
    <message>
        <source>as the figure is</source>
        <translation>como a figura</translation>
    </message>
</context>
<context>
    <name>Appearance</name>
    <message>
        <source>Text size: {percent}</source>
        <translation>Tamanho do texto: {percent}</translation>
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
    <name>Cells</name>
    <message>
        <source>editable</source>
        <translation>editável</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>calculado</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>mascarado</translation>
    </message>
    <message>
        <source>stands out</source>
        <translation>em destaque</translation>
    </message>
    <message>
        <source>was {number}</source>
        <translation>era {number}</translation>
    </message>
    <message>
        <source>Q, queries</source>
        <translation>Q, queries</translation>
    </message>
    <message>
        <source>K, keys</source>
        <translation>K, keys</translation>
    </message>
    <message>
        <source>V, values</source>
        <translation>V, valores</translation>
    </message>
    <message>
        <source>X, embeddings</source>
        <translation>X, embeddings</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>scores</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>scores escalados</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>pesos de atenção</translation>
    </message>
    <message>
        <source>the other weights</source>
        <translation>os outros pesos</translation>
    </message>
    <message>
        <source>difference of the weights</source>
        <translation>diferença dos pesos</translation>
    </message>
    <message>
        <source>output</source>
        <translation>saída</translation>
    </message>
    <message>
        <source>Jacobian of the softmax</source>
        <translation>jacobiana da softmax</translation>
    </message>
    <message>
        <source>gradient of {matrix}</source>
        <translation>gradiente de {matrix}</translation>
    </message>
    <message>
        <source>Text of the picture</source>
        <translation>Texto da figura</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Script</source>
        <translation>Script</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the whole script</source>
        <translation>Copiar o script inteiro</translation>
    </message>
    <message>
        <source>Save script…</source>
        <translation>Salvar script…</translation>
    </message>
    <message>
        <source>Save the script as a .py file</source>
        <translation>Salvar o script como arquivo .py</translation>
    </message>
    <message>
        <source>&amp;NumPy</source>
        <translation>&amp;NumPy</translation>
    </message>
    <message>
        <source>Arrays and functions, step by step</source>
        <translation>Arrays e funções, passo a passo</translation>
    </message>
    <message>
        <source>PyTorch · Parameter</source>
        <translation>PyTorch · Parameter</translation>
    </message>
    <message>
        <source>A module whose matrices are nn.Parameter: X @ W</source>
        <translation>Um módulo cujas matrizes são nn.Parameter: X @ W</translation>
    </message>
    <message>
        <source>PyTorch · Linear</source>
        <translation>PyTorch · Linear</translation>
    </message>
    <message>
        <source>A module with nn.Linear, which stores the transpose of W</source>
        <translation>Um módulo com nn.Linear, que guarda a transposta de W</translation>
    </message>
    <message>
        <source>The script reads {file}: “Save script…” writes both, side by side.</source>
        <translation>O script lê {file}: “Salvar script…” grava os dois, lado a lado.</translation>
    </message>
    <message>
        <source>Script copied</source>
        <translation>Script copiado</translation>
    </message>
</context>
<context>
    <name>ColoursPopup</name>
    <message>
        <source>&amp;range read from the numbers</source>
        <translation>&amp;faixa lida dos números</translation>
    </message>
    <message>
        <source>The colours reach from the smallest to the largest number that is not masked</source>
        <translation>As cores vão do menor ao maior número que não está mascarado</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automático</translation>
    </message>
    <message>
        <source>Lower end of the colours</source>
        <translation>Extremo inferior das cores</translation>
    </message>
    <message>
        <source>The number that gets the first colour; empty: as the scale says</source>
        <translation>O número que recebe a primeira cor; vazio: o que a escala disser</translation>
    </message>
    <message>
        <source>Upper end of the colours</source>
        <translation>Extremo superior das cores</translation>
    </message>
    <message>
        <source>The number that gets the last colour; empty: as the scale says</source>
        <translation>O número que recebe a última cor; vazio: o que a escala disser</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nenhuma</translation>
    </message>
    <message>
        <source>Key left out of the range</source>
        <translation>Key deixada fora da faixa</translation>
    </message>
    <message>
        <source>The number of a key, the first being 1, which does not count where the range is read: a sink</source>
        <translation>O número de uma key, sendo 1 a primeira, que não conta quando a faixa é lida: um sumidouro</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>violeta</translation>
    </message>
    <message>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <source>cividis</source>
        <translation>cividis</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>cinza</translation>
    </message>
    <message>
        <source>blue and orange</source>
        <translation>azul e laranja</translation>
    </message>
    <message>
        <source>purple and green</source>
        <translation>roxo e verde</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Mapa de cores</translation>
    </message>
    <message>
        <source>Every map can be told apart by colour-blind people</source>
        <translation>Todos os mapas são distinguíveis por pessoas daltônicas</translation>
    </message>
    <message>
        <source>colour &amp;map</source>
        <translation>&amp;mapa de cores</translation>
    </message>
    <message>
        <source>&amp;from</source>
        <translation>&amp;de</translation>
    </message>
    <message>
        <source>&amp;to</source>
        <translation>&amp;até</translation>
    </message>
    <message>
        <source>leave out &amp;key number</source>
        <translation>deixar fora a &amp;key número</translation>
    </message>
    <message>
        <source>Each query is measured by its own largest number: from and to do not count.</source>
        <translation>Cada query é medida pelo seu próprio maior número: “de” e “até” não contam.</translation>
    </message>
    <message>
        <source>Quantiles ask only which number is larger: from and to do not count.</source>
        <translation>Quantis só perguntam qual número é maior: “de” e “até” não contam.</translation>
    </message>
    <message>
        <source>The ends are set by hand: none is read from the numbers.</source>
        <translation>Os extremos foram fixados à mão: nenhum é lido dos números.</translation>
    </message>
    <message>
        <source>The range of these numbers is always read from them.</source>
        <translation>A faixa destes números é sempre lida deles.</translation>
    </message>
    <message>
        <source>There is no key {number} here: keys are counted from 1 to {n}.</source>
        <translation>Não há key {number} aqui: as keys são contadas de 1 a {n}.</translation>
    </message>
    <message>
        <source>The colours cannot reach from {low} to {high}: the first number must be the smaller one.</source>
        <translation>As cores não podem ir de {low} a {high}: o primeiro número tem de ser o menor.</translation>
    </message>
    <message>
        <source>Keys are counted from 1 to {n}.</source>
        <translation>As keys são contadas de 1 a {n}.</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Paleta de comandos</translation>
    </message>
    <message>
        <source>An act, a view, a control, a lesson, a recent file</source>
        <translation>Uma ação, uma visão, um controle, uma lição, um arquivo recente</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Encontrar um comando</translation>
    </message>
    <message>
        <source>Type some letters of it; arrows choose, Enter does it, Esc leaves</source>
        <translation>Digite algumas letras; as setas escolhem, Enter executa, Esc sai</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Encontrados</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nada tem esse nome.</translation>
    </message>
    <message>
        <source>{row} of {count}</source>
        <translation>{row} de {count}</translation>
    </message>
</context>
<context>
    <name>CompareCanvas</name>
    <message>
        <source>Two matrices of attention weights and their difference</source>
        <translation>Duas matrizes de pesos de atenção e a diferença entre elas</translation>
    </message>
</context>
<context>
    <name>CompareStrip</name>
    <message>
        <source>Compare with</source>
        <translation>Comparar com</translation>
    </message>
    <message>
        <source>What stands beside these weights; the third picture is the difference</source>
        <translation>O que fica ao lado destes pesos; a terceira figura é a diferença</translation>
    </message>
    <message>
        <source>The other head</source>
        <translation>A outra cabeça</translation>
    </message>
    <message>
        <source>Which head stands beside this one</source>
        <translation>Qual cabeça fica ao lado desta</translation>
    </message>
    <message>
        <source>The other layer</source>
        <translation>A outra camada</translation>
    </message>
    <message>
        <source>Of which layer the other head is</source>
        <translation>De qual camada é a outra cabeça</translation>
    </message>
    <message>
        <source>The other sentence</source>
        <translation>A outra frase</translation>
    </message>
    <message>
        <source>Type the sentence to compare with and press Enter</source>
        <translation>Digite a frase a comparar e tecle Enter</translation>
    </message>
    <message>
        <source>Type the other sentence and press Enter</source>
        <translation>Digite a outra frase e tecle Enter</translation>
    </message>
    <message>
        <source>compare &amp;with</source>
        <translation>comparar co&amp;m</translation>
    </message>
    <message>
        <source>not divided by √dₖ</source>
        <translation>sem dividir por √dₖ</translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation>dividido por √dₖ</translation>
    </message>
    <message>
        <source>no causal mask</source>
        <translation>sem máscara causal</translation>
    </message>
    <message>
        <source>the causal mask</source>
        <translation>com máscara causal</translation>
    </message>
    <message>
        <source>another head</source>
        <translation>outra cabeça</translation>
    </message>
    <message>
        <source>another sentence</source>
        <translation>outra frase</translation>
    </message>
    <message>
        <source>the pinned numbers</source>
        <translation>os números fixados</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>cabeça {number}</translation>
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
        <source>No cell has room for its number now: come closer (+)</source>
        <translation>Nenhuma célula tem espaço para o seu número agora: aproxime (+)</translation>
    </message>
    <message>
        <source>Cells · no room for numbers</source>
        <translation>Células · sem espaço para números</translation>
    </message>
    <message>
        <source>Imported weights: there are no scores to change</source>
        <translation>Pesos importados: não há scores para mudar</translation>
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
        <source>Save the numbers</source>
        <translation>Salvar os números</translation>
    </message>
    <message>
        <source>Save the document</source>
        <translation>Salvar o documento</translation>
    </message>
    <message>
        <source>Export the animation</source>
        <translation>Exportar a animação</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>Salvar o script</translation>
    </message>
    <message>
        <source>Open a document, a text, or Q, K and V</source>
        <translation>Abrir um documento, um texto ou Q, K e V</translation>
    </message>
    <message>
        <source>Documents, texts, matrices</source>
        <translation>Documentos, textos, matrizes</translation>
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
        <source>Save the changes to “{name}”?</source>
        <translation>Salvar as mudanças em “{name}”?</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>Sem salvar, elas se perdem.</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>&amp;Don’t save</source>
        <translation>&amp;Não salvar</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>A document that you left is not saved.</source>
        <translation>Um documento que você deixou não está salvo.</translation>
    </message>
    <message>
        <source>Undo brings it back.</source>
        <translation>Desfazer o traz de volta.</translation>
    </message>
    <message>
        <source>Close &amp;anyway</source>
        <translation>&amp;Fechar mesmo assim</translation>
    </message>
    <message>
        <source>Loading it can be undone.</source>
        <translation>Carregar pode ser desfeito.</translation>
    </message>
    <message>
        <source>Your own changes are not saved. Loading it can be undone.</source>
        <translation>Suas mudanças não estão salvas. Carregar pode ser desfeito.</translation>
    </message>
    <message>
        <source>Another program has changed “{file}”.</source>
        <translation>Outro programa mudou “{file}”.</translation>
    </message>
    <message>
        <source>&amp;Load it</source>
        <translation>&amp;Carregar</translation>
    </message>
    <message>
        <source>&amp;Keep mine</source>
        <translation>&amp;Manter o meu</translation>
    </message>
    <message>
        <source>attnviz ended before everything was saved.</source>
        <translation>O attnviz terminou antes de tudo ser salvo.</translation>
    </message>
    <message>
        <source>Found: {names}</source>
        <translation>Encontrado: {names}</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Recuperar</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Descartar</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>Mais &amp;tarde</translation>
    </message>
    <message>
        <source>Showing “{name}” takes about {needed} of memory.</source>
        <translation>Mostrar “{name}” ocupa cerca de {needed} de memória.</translation>
    </message>
    <message>
        <source>{free} are free.</source>
        <translation>Há {free} livres.</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>&amp;Mostrar</translation>
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
    <name>ExportDialog</name>
    <message>
        <source>Export figure</source>
        <translation>Exportar figura</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Predefinição</translation>
    </message>
    <message>
        <source>Sizes for slides and paper, and those you have kept</source>
        <translation>Tamanhos para slides e papel, e os que você guardou</translation>
    </message>
    <message>
        <source>&amp;Keep…</source>
        <translation>&amp;Guardar…</translation>
    </message>
    <message>
        <source>Keep all these choices under a name</source>
        <translation>Guardar todas estas escolhas com um nome</translation>
    </message>
    <message>
        <source>For&amp;get</source>
        <translation>Es&amp;quecer</translation>
    </message>
    <message>
        <source>Take the kept choices off the list</source>
        <translation>Tirar da lista as escolhas guardadas</translation>
    </message>
    <message>
        <source>The type is small.</source>
        <translation>A letra está pequena.</translation>
    </message>
    <message>
        <source>Another choice, in which the type is larger</source>
        <translation>Outra escolha, em que a letra fica maior</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Arquivo</translation>
    </message>
    <message>
        <source>Where the figure is saved</source>
        <translation>Onde a figura será salva</translation>
    </message>
    <message>
        <source>Bro&amp;wse…</source>
        <translation>Pr&amp;ocurar…</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Escolher o arquivo</translation>
    </message>
    <message>
        <source>Co&amp;py</source>
        <translation>Co&amp;piar</translation>
    </message>
    <message>
        <source>Copy the figure as a picture and as SVG</source>
        <translation>Copiar a figura como imagem e como SVG</translation>
    </message>
    <message>
        <source>Copy descripti&amp;on</source>
        <translation>Cop&amp;iar descrição</translation>
    </message>
    <message>
        <source>Copy what a person who cannot see the figure is told</source>
        <translation>Copiar o que se diz a quem não pode ver a figura</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fechar</translation>
    </message>
    <message>
        <source>Close the dialog (Esc)</source>
        <translation>Fechar a janela (Esc)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportar</translation>
    </message>
    <message>
        <source>Save the figure (Enter)</source>
        <translation>Salvar a figura (Enter)</translation>
    </message>
    <message>
        <source>fi&amp;le</source>
        <translation>arqui&amp;vo</translation>
    </message>
    <message>
        <source>Its own size</source>
        <translation>Tamanho próprio</translation>
    </message>
    <message>
        <source>Slide, 16:9</source>
        <translation>Slide, 16:9</translation>
    </message>
    <message>
        <source>Half a slide</source>
        <translation>Meio slide</translation>
    </message>
    <message>
        <source>A third of a slide</source>
        <translation>Um terço de slide</translation>
    </message>
    <message>
        <source>One column of a paper</source>
        <translation>Uma coluna de artigo</translation>
    </message>
    <message>
        <source>Two columns of a paper</source>
        <translation>Duas colunas de artigo</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Quadrado</translation>
    </message>
    <message>
        <source>Another size</source>
        <translation>Outro tamanho</translation>
    </message>
    <message>
        <source>&amp;Rather one slide a step</source>
        <translation>Melhor um slide po&amp;r passo</translation>
    </message>
    <message>
        <source>&amp;Rather a whole slide</source>
        <translation>Melhor um slide intei&amp;ro</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Salvo: {file}</translation>
    </message>
    <message>
        <source>Keep these choices</source>
        <translation>Guardar estas escolhas</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Export the figure</source>
        <translation>Exportar a figura</translation>
    </message>
    <message>
        <source>Name the file first.</source>
        <translation>Primeiro dê um nome ao arquivo.</translation>
    </message>
    <message>
        <source>{file} is there already.</source>
        <translation>{file} já existe.</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Substituir</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
</context>
<context>
    <name>ExportFacts</name>
    <message>
        <source>an interactive page of the document’s attention, in any view; it fits every window, and is light or dark as its reader’s system is</source>
        <translation>uma página interativa com a atenção do documento, seja qual for a vista aberta; ela se ajusta a qualquer janela e fica clara ou escura como o sistema de quem lê</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} pixels</translation>
    </message>
    <message>
        <source>too many: choose fewer dots an inch</source>
        <translation>demais: escolha menos pontos por polegada</translation>
    </message>
    <message>
        <source>{width} × {height} mm</source>
        <translation>{width} × {height} mm</translation>
    </message>
    <message>
        <source>the type comes out at {points} points: the view needs more room</source>
        <translation>a letra fica com {points} pontos: a visão precisa de mais espaço</translation>
    </message>
    <message>
        <source>type {points} points</source>
        <translation>letra de {points} pontos</translation>
    </message>
    <message>
        <source>without numbers: they could not be read</source>
        <translation>sem números: não daria para ler</translation>
    </message>
    <message>
        <source>large matrices as pictures</source>
        <translation>matrizes grandes como imagens</translation>
    </message>
</context>
<context>
    <name>ExportForm</name>
    <message>
        <source>Width</source>
        <translation>Largura</translation>
    </message>
    <message>
        <source>Width of the figure</source>
        <translation>Largura da figura</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Height of the figure</source>
        <translation>Altura da figura</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidade</translation>
    </message>
    <message>
        <source>Millimetres, inches or pixels</source>
        <translation>Milímetros, polegadas ou pixels</translation>
    </message>
    <message>
        <source>fitting</source>
        <translation>máxima</translation>
    </message>
    <message>
        <source>Type in points</source>
        <translation>Letra em pontos</translation>
    </message>
    <message>
        <source>Points of the labels at that size; empty: as large as there is room for</source>
        <translation>Pontos dos rótulos nesse tamanho; vazio: tão grande quanto couber</translation>
    </message>
    <message>
        <source>&amp;higher where the type needs it</source>
        <translation>&amp;mais alta se a letra precisar</translation>
    </message>
    <message>
        <source>The page keeps its width and its type, as a column of a paper; else the type becomes smaller</source>
        <translation>A página mantém a largura e o tamanho da letra, como uma coluna de artigo; sem isto, a letra diminui</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>SVG and PDF stay sharp at any size; PNG is a picture</source>
        <translation>SVG e PDF ficam nítidos em qualquer tamanho; PNG é uma imagem</translation>
    </message>
    <message>
        <source>Dots an inch</source>
        <translation>Pontos por polegada</translation>
    </message>
    <message>
        <source>Fineness of a PNG</source>
        <translation>Resolução de um PNG</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Slides and paper are mostly light</source>
        <translation>Slides e papel são quase sempre claros</translation>
    </message>
    <message>
        <source>light</source>
        <translation>claro</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>escuro</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Fundo</translation>
    </message>
    <message>
        <source>Paper, or nothing behind the figure</source>
        <translation>Papel, ou nada atrás da figura</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>papel</translation>
    </message>
    <message>
        <source>transparent</source>
        <translation>transparente</translation>
    </message>
    <message>
        <source>Cells as shapes, at most</source>
        <translation>Células como formas, no máximo</translation>
    </message>
    <message>
        <source>A matrix of more cells is one picture in SVG, PDF and PowerPoint: smaller, but not to be edited</source>
        <translation>Uma matriz com mais células vira uma só imagem em SVG, PDF e PowerPoint: menor, mas não editável</translation>
    </message>
    <message>
        <source>document &amp;inside</source>
        <translation>documento dent&amp;ro</translation>
    </message>
    <message>
        <source>The file keeps the document that made it, and attnviz opens it again</source>
        <translation>O arquivo guarda o documento que o gerou, e o attnviz o abre de novo</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Above the figure</source>
        <translation>Acima da figura</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Legenda</translation>
    </message>
    <message>
        <source>Below the figure</source>
        <translation>Abaixo da figura</translation>
    </message>
    <message>
        <source>heading</source>
        <translation>cabeçalho</translation>
    </message>
    <message>
        <source>The formula, and where the followed row looks</source>
        <translation>A fórmula, e para onde olha a linha seguida</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>rótulos</translation>
    </message>
    <message>
        <source>The tokens beside rows and columns</source>
        <translation>Os tokens ao lado das linhas e colunas</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>números</translation>
    </message>
    <message>
        <source>Numbers in the cells, where they fit</source>
        <translation>Números nas células, onde couberem</translation>
    </message>
    <message>
        <source>margins</source>
        <translation>margens</translation>
    </message>
    <message>
        <source>Entropy and attention received, as bars</source>
        <translation>Entropia e atenção recebida, em barras</translation>
    </message>
    <message>
        <source>measures</source>
        <translation>medidas</translation>
    </message>
    <message>
        <source>The figures beside the matrix</source>
        <translation>Os números ao lado da matriz</translation>
    </message>
    <message>
        <source>colour bar</source>
        <translation>barra de cores</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>O que as cores significam</translation>
    </message>
    <message>
        <source>health</source>
        <translation>saúde</translation>
    </message>
    <message>
        <source>The sentence below the matrix</source>
        <translation>A frase abaixo da matriz</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>curvas</translation>
    </message>
    <message>
        <source>The curves of saturation</source>
        <translation>As curvas de saturação</translation>
    </message>
    <message>
        <source>row</source>
        <translation>linha</translation>
    </message>
    <message>
        <source>The followed row as bars, or its sum written out</source>
        <translation>A linha seguida em barras, ou sua conta por extenso</translation>
    </message>
    <message>
        <source>&amp;size</source>
        <translation>tam&amp;anho</translation>
    </message>
    <message>
        <source>t&amp;ype, points</source>
        <translation>&amp;letra, pontos</translation>
    </message>
    <message>
        <source>&amp;format</source>
        <translation>&amp;formato</translation>
    </message>
    <message>
        <source>&amp;dots an inch</source>
        <translation>&amp;pontos/polegada</translation>
    </message>
    <message>
        <source>&amp;theme</source>
        <translation>&amp;tema</translation>
    </message>
    <message>
        <source>&amp;background</source>
        <translation>f&amp;undo</translation>
    </message>
    <message>
        <source>title, &amp;above</source>
        <translation>título, ac&amp;ima</translation>
    </message>
    <message>
        <source>&amp;caption, below</source>
        <translation>legenda, a&amp;baixo</translation>
    </message>
    <message>
        <source>cells as shapes, &amp;up to</source>
        <translation>formas, at&amp;é (células)</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>mostrado</translation>
    </message>
</context>
<context>
    <name>ExportPreview</name>
    <message>
        <source>Preview</source>
        <translation>Prévia</translation>
    </message>
</context>
<context>
    <name>FindingsStrip</name>
    <message>
        <source>Read it otherwise…</source>
        <translation>Ler de outro modo…</translation>
    </message>
    <message>
        <source>Choose what the file leaves open: which axis, which labels, which part</source>
        <translation>Escolher o que o arquivo deixa em aberto: qual eixo, quais rótulos, qual parte</translation>
    </message>
    <message>
        <source>Close the notes on this file</source>
        <translation>Fechar as notas sobre este arquivo</translation>
    </message>
    <message>
        <source>{n} more…</source>
        <translation>mais {n}…</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>menos</translation>
    </message>
    <message>
        <source>Show all notes on this file</source>
        <translation>Mostrar todas as observações sobre este arquivo</translation>
    </message>
    <message>
        <source>Show the first note alone</source>
        <translation>Mostrar só a primeira observação</translation>
    </message>
    <message>
        <source>All heads would take {all} MB; each is read when it is looked at and takes {one} MB.</source>
        <translation>Todas as cabeças ocupariam {all} MB; cada uma é lida quando é olhada e ocupa {one} MB.</translation>
    </message>
    <message>
        <source>Do this to the numbers; Undo takes it back</source>
        <translation>Fazer isto com os números; Desfazer volta atrás</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>less</source>
        <translation>menos</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mais</translation>
    </message>
    <message>
        <source>Show only the beginning</source>
        <translation>Mostrar só o começo</translation>
    </message>
    <message>
        <source>Show the whole text</source>
        <translation>Mostrar o texto inteiro</translation>
    </message>
</context>
<context>
    <name>Gaze</name>
    <message>
        <source>The cells are too small for numbers. Come closer (+), and they are written.</source>
        <translation>As células são pequenas demais para os números. Aproxime (+), e eles serão escritos.</translation>
    </message>
</context>
<context>
    <name>GradientView</name>
    <message>
        <source>The way back: the gradients of the chain</source>
        <translation>O caminho de volta: os gradientes da cadeia</translation>
    </message>
    <message>
        <source>The followed row&apos;s way back</source>
        <translation>O caminho de volta da linha seguida</translation>
    </message>
    <message>
        <source>Check against central differences</source>
        <translation>Conferência com diferenças centrais</translation>
    </message>
    <message>
        <source>Every number is moved up and down by h, and the change of L is compared with the gradient. Relative differences are shares of the largest number of the same gradient.</source>
        <translation>Cada número é movido para cima e para baixo por h, e a mudança de L é comparada com o gradiente. Diferenças relativas são frações do maior número do mesmo gradiente.</translation>
    </message>
    <message>
        <source>Comparing with central differences…</source>
        <translation>Comparando com diferenças centrais…</translation>
    </message>
</context>
<context>
    <name>GuessCard</name>
    <message>
        <source>Guess first, then see</source>
        <translation>Adivinhe primeiro, depois veja</translation>
    </message>
    <message>
        <source>Na&amp;rrower</source>
        <translation>Mais e&amp;streita</translation>
    </message>
    <message>
        <source>S&amp;quare</source>
        <translation>&amp;Quadrada</translation>
    </message>
    <message>
        <source>&amp;Wider</source>
        <translation>Mais la&amp;rga</translation>
    </message>
    <message>
        <source>Fewer columns than rows</source>
        <translation>Menos colunas que linhas</translation>
    </message>
    <message>
        <source>As many columns as rows</source>
        <translation>Tantas colunas quantas linhas</translation>
    </message>
    <message>
        <source>More columns than rows</source>
        <translation>Mais colunas que linhas</translation>
    </message>
    <message>
        <source>S&amp;kip, and do not ask again</source>
        <translation>&amp;Pular, e não perguntar mais</translation>
    </message>
    <message>
        <source>Shows the matrices at once; “guess first” at the right asks again</source>
        <translation>Mostra logo as matrizes; “adivinhar primeiro”, à direita, volta a perguntar</translation>
    </message>
    <message>
        <source>{place} a token comes in as {hidden} numbers, and {matrix} has a row for each of them. Query heads: {heads}. Is {matrix} square?</source>
        <translation>{place}, um token entra como {hidden} números, e {matrix} tem uma linha para cada um deles. Cabeças de query: {heads}. {matrix} é quadrada?</translation>
    </message>
    <message>
        <source>In this layer</source>
        <translation>Nesta camada</translation>
    </message>
    <message>
        <source>In {model}</source>
        <translation>Em {model}</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Certo.</translation>
    </message>
    <message>
        <source>Not this time.</source>
        <translation>Desta vez não.</translation>
    </message>
    <message>
        <source>{matrix} is {inputs} → {outputs}: {why}.</source>
        <translation>{matrix} é {inputs} → {outputs}: {why}.</translation>
    </message>
    <message>
        <source>it holds the columns of Q, K and V side by side</source>
        <translation>ela guarda as colunas de Q, K e V lado a lado</translation>
    </message>
    <message>
        <source>{heads} heads × ({head_dim} query + {gate} gate)</source>
        <translation>{heads} cabeças × ({head_dim} de query + {gate} de gate)</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>User guide</source>
        <translation>Guia do usuário</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>Conteúdo do guia</translation>
    </message>
    <message>
        <source>Choose what to read</source>
        <translation>Escolha o que ler</translation>
    </message>
    <message>
        <source>Width of the contents</source>
        <translation>Largura do sumário</translation>
    </message>
    <message>
        <source>Drag, or press the arrow keys, to give more room or less</source>
        <translation>Arraste, ou use as setas, para dar mais ou menos espaço</translation>
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
    <name>HeadsBar</name>
    <message>
        <source>Order of the heads</source>
        <translation>Ordem das cabeças</translation>
    </message>
    <message>
        <source>Heads by layer and number, or those first that show a pattern most</source>
        <translation>Cabeças por camada e número, ou primeiro as que mais mostram um padrão</translation>
    </message>
    <message>
        <source>layer and head</source>
        <translation>camada e cabeça</translation>
    </message>
    <message>
        <source>Least share of the pattern</source>
        <translation>Mínimo do padrão</translation>
    </message>
    <message>
        <source>Heads that show the pattern less than this, from 0 to 1, are left out</source>
        <translation>Cabeças que mostram o padrão menos que isto, de 0 a 1, ficam de fora</translation>
    </message>
    <message>
        <source>ord&amp;er by</source>
        <translation>ord&amp;em por</translation>
    </message>
    <message>
        <source>at &amp;least</source>
        <translation>pe&amp;lo menos</translation>
    </message>
    <message>
        <source>Click: open · Shift+click: compare with the framed head</source>
        <translation>Clique: abrir · Shift+clique: comparar com a cabeça emoldurada</translation>
    </message>
</context>
<context>
    <name>HeadsCanvas</name>
    <message>
        <source>All heads: arrows walk, Enter opens, Shift+Enter compares</source>
        <translation>Todas as cabeças: as setas andam, Enter abre, Shift+Enter compara</translation>
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
    <name>HintStrip</name>
    <message>
        <source>Drag a number of Q, K or V sideways, or type over it: everything that follows from it follows. Point at any cell to read it; F1 lists the keys.</source>
        <translation>Arraste para o lado um número de Q, K ou V, ou digite por cima: tudo o que depende dele acompanha. Aponte para uma célula para ler o que ela é; F1 lista os atalhos.</translation>
    </message>
    <message>
        <source>Close the hint</source>
        <translation>Fechar a dica</translation>
    </message>
    <message>
        <source>Close the hint; it does not come again</source>
        <translation>Fechar a dica; ela não volta a aparecer</translation>
    </message>
</context>
<context>
    <name>KeyHandle</name>
    <message>
        <source>{percent} % from the top</source>
        <translation>a {percent}% do alto</translation>
    </message>
    <message>
        <source>{percent} % from the left</source>
        <translation>a {percent}% da esquerda</translation>
    </message>
</context>
<context>
    <name>KeySplitter</name>
    <message>
        <source>Height of what stands below</source>
        <translation>Altura do que fica embaixo</translation>
    </message>
    <message>
        <source>Drag, or press Up and Down, to give more room or less</source>
        <translation>Arraste, ou use as setas para cima e para baixo, para dar mais ou menos espaço</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Everywhere</source>
        <translation>Em toda parte</translation>
    </message>
    <message>
        <source>To the next control</source>
        <translation>Ir para o próximo controle</translation>
    </message>
    <message>
        <source>To the one before</source>
        <translation>Voltar ao anterior</translation>
    </message>
    <message>
        <source>Press the button, turn the switch</source>
        <translation>Apertar o botão, virar a chave</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Paleta de comandos</translation>
    </message>
    <message>
        <source>To the next, to the one before</source>
        <translation>Ir para o próximo, voltar ao anterior</translation>
    </message>
    <message>
        <source>Ten further, ten back</source>
        <translation>Dez adiante, dez atrás</translation>
    </message>
    <message>
        <source>Do it</source>
        <translation>Executar</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Sair</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Guia do usuário</translation>
    </message>
    <message>
        <source>Back to what was read before, forward again</source>
        <translation>Voltar ao que se lia antes, avançar de novo</translation>
    </message>
    <message>
        <source>While presenting</source>
        <translation>Durante a apresentação</translation>
    </message>
    <message>
        <source>A step on, then the next row</source>
        <translation>Um passo adiante, depois a próxima linha</translation>
    </message>
    <message>
        <source>A step back</source>
        <translation>Um passo atrás</translation>
    </message>
    <message>
        <source>To the first step, to the last</source>
        <translation>Ir para o primeiro passo, para o último</translation>
    </message>
    <message>
        <source>Another row; in the Matrix tab another head</source>
        <translation>Outra linha; na aba Matriz, outra cabeça</translation>
    </message>
    <message>
        <source>Black; any key brings the picture back</source>
        <translation>Tela preta; qualquer tecla traz a figura de volta</translation>
    </message>
    <message>
        <source>The lesson’s next experiment</source>
        <translation>O próximo experimento da lição</translation>
    </message>
    <message>
        <source>Leave the presentation</source>
        <translation>Sair da apresentação</translation>
    </message>
    <message>
        <source>Steps and Gradient: the matrices</source>
        <translation>Passos e Gradiente: as matrizes</translation>
    </message>
    <message>
        <source>Move between cells</source>
        <translation>Andar pelas células</translation>
    </message>
    <message>
        <source>Through all cells that can be changed, forward and back</source>
        <translation>Percorrer as células que podem mudar, adiante e atrás</translation>
    </message>
    <message>
        <source>Edit the cell</source>
        <translation>Editar a célula</translation>
    </message>
    <message>
        <source>Type another number</source>
        <translation>Digitar outro número</translation>
    </message>
    <message>
        <source>The number a step larger, a step smaller</source>
        <translation>O número um passo maior, um passo menor</translation>
    </message>
    <message>
        <source>The same in finer steps</source>
        <translation>O mesmo em passos mais finos</translation>
    </message>
    <message>
        <source>The same in coarser steps</source>
        <translation>O mesmo em passos maiores</translation>
    </message>
    <message>
        <source>To the next matrix, computed ones too, and back</source>
        <translation>Ir para a próxima matriz, também as calculadas, e voltar</translation>
    </message>
    <message>
        <source>Follow the row of the cell</source>
        <translation>Acompanhar a linha da célula</translation>
    </message>
    <message>
        <source>Leave the cells: Tab goes to the next control</source>
        <translation>Deixar as células: Tab vai para o próximo controle</translation>
    </message>
    <message>
        <source>Copy the matrix, paste a block</source>
        <translation>Copiar a matriz, colar um bloco</translation>
    </message>
    <message>
        <source>Change the number</source>
        <translation>Mudar o número</translation>
    </message>
    <message>
        <source>drag sideways</source>
        <translation>arrastar para o lado</translation>
    </message>
    <message>
        <source>Change it in finer steps</source>
        <translation>Mudar em passos mais finos</translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation>Shift e arrastar</translation>
    </message>
    <message>
        <source>Change it in coarser steps</source>
        <translation>Mudar em passos maiores</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Ctrl e arrastar</translation>
    </message>
    <message>
        <source>Edit a number or a name</source>
        <translation>Editar um número ou um nome</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>clique duplo</translation>
    </message>
    <message>
        <source>What can be done with a matrix</source>
        <translation>O que se pode fazer com uma matriz</translation>
    </message>
    <message>
        <source>right click</source>
        <translation>clique direito</translation>
    </message>
    <message>
        <source>While a cell is typed into</source>
        <translation>Enquanto se digita numa célula</translation>
    </message>
    <message>
        <source>Keep the number and go to the cell below</source>
        <translation>Guardar o número e descer uma célula</translation>
    </message>
    <message>
        <source>Keep it and go to the cell above</source>
        <translation>Guardar e subir uma célula</translation>
    </message>
    <message>
        <source>Keep it and go to the next cell, to the one before</source>
        <translation>Guardar e ir para a próxima célula, para a anterior</translation>
    </message>
    <message>
        <source>Leave the number as it was</source>
        <translation>Deixar o número como estava</translation>
    </message>
    <message>
        <source>Steps and Gradient: the player</source>
        <translation>Passos e Gradiente: o reprodutor</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Reproduzir ou pausar</translation>
    </message>
    <message>
        <source>A step forward</source>
        <translation>Um passo adiante</translation>
    </message>
    <message>
        <source>The first step, the last</source>
        <translation>O primeiro passo, o último</translation>
    </message>
    <message>
        <source>Matrix: the heatmap</source>
        <translation>Matriz: o mapa de calor</translation>
    </message>
    <message>
        <source>Read the next cell</source>
        <translation>Ler a célula vizinha</translation>
    </message>
    <message>
        <source>Ten rows up, ten rows down</source>
        <translation>Dez linhas acima, dez abaixo</translation>
    </message>
    <message>
        <source>First and last key of the row</source>
        <translation>Primeira e última key da linha</translation>
    </message>
    <message>
        <source>Follow the key of the cell</source>
        <translation>Acompanhar a key da célula</translation>
    </message>
    <message>
        <source>Closer</source>
        <translation>Aproximar</translation>
    </message>
    <message>
        <source>Further off</source>
        <translation>Afastar</translation>
    </message>
    <message>
        <source>Closer to a matrix</source>
        <translation>Aproximar uma matriz</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Mostrar tudo</translation>
    </message>
    <message>
        <source>Closer or further off</source>
        <translation>Aproximar ou afastar</translation>
    </message>
    <message>
        <source>turn the wheel</source>
        <translation>girar a roda</translation>
    </message>
    <message>
        <source>Move it about</source>
        <translation>Mover</translation>
    </message>
    <message>
        <source>drag, once closer</source>
        <translation>arrastar, depois de aproximar</translation>
    </message>
    <message>
        <source>Closer to a part</source>
        <translation>Aproximar uma parte</translation>
    </message>
    <message>
        <source>Matrix: lines and arcs</source>
        <translation>Matriz: linhas e arcos</translation>
    </message>
    <message>
        <source>The query above, the one below</source>
        <translation>A query de cima, a de baixo</translation>
    </message>
    <message>
        <source>The next line of the query, the one before</source>
        <translation>A próxima linha da query, a anterior</translation>
    </message>
    <message>
        <source>Heads: the grid</source>
        <translation>Cabeças: a grade</translation>
    </message>
    <message>
        <source>Move between heads</source>
        <translation>Andar pelas cabeças</translation>
    </message>
    <message>
        <source>The first head, the last</source>
        <translation>A primeira cabeça, a última</translation>
    </message>
    <message>
        <source>Open the head in Matrix</source>
        <translation>Abrir a cabeça em Matriz</translation>
    </message>
    <message>
        <source>Compare the head with the one in Matrix</source>
        <translation>Comparar a cabeça com a que está em Matriz</translation>
    </message>
    <message>
        <source>Bars, the written sum and other pictures</source>
        <translation>Barras, a soma escrita e outras figuras</translation>
    </message>
    <message>
        <source>Read the next cell, bar or line</source>
        <translation>Ler a próxima célula, barra ou linha</translation>
    </message>
    <message>
        <source>The first, the last</source>
        <translation>A primeira, a última</translation>
    </message>
    <message>
        <source>To the next matrix of the picture, and back</source>
        <translation>Para a próxima matriz da figura, e de volta</translation>
    </message>
    <message>
        <source>Follow it</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>The line between two parts of the window</source>
        <translation>A linha entre duas partes da janela</translation>
    </message>
    <message>
        <source>More room above, more below</source>
        <translation>Mais espaço em cima, mais embaixo</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Treinamento</translation>
    </message>
    <message>
        <source>Run or pause</source>
        <translation>Rodar ou pausar</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Um passo</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Voltar ao início</translation>
    </message>
    <message>
        <source>The saturation curve</source>
        <translation>A curva de saturação</translation>
    </message>
    <message>
        <source>dₖ one more</source>
        <translation>dₖ um a mais</translation>
    </message>
    <message>
        <source>dₖ one less</source>
        <translation>dₖ um a menos</translation>
    </message>
    <message>
        <source>dₖ doubled, halved</source>
        <translation>dₖ em dobro, pela metade</translation>
    </message>
    <message>
        <source>The smallest dₖ, the largest</source>
        <translation>O menor dₖ, o maior</translation>
    </message>
    <message>
        <source>The triangle of the mixture</source>
        <translation>O triângulo da mistura</translation>
    </message>
    <message>
        <source>More content, less content</source>
        <translation>Mais conteúdo, menos conteúdo</translation>
    </message>
    <message>
        <source>Towards the distance, towards the previous token</source>
        <translation>Rumo à distância, rumo ao token anterior</translation>
    </message>
    <message>
        <source>The same by a tenth</source>
        <translation>O mesmo, de um décimo em um décimo</translation>
    </message>
    <message>
        <source>Only content</source>
        <translation>Só o conteúdo</translation>
    </message>
    <message>
        <source>Only the previous token</source>
        <translation>Só o token anterior</translation>
    </message>
    <message>
        <source>Only the distance</source>
        <translation>Só a distância</translation>
    </message>
    <message>
        <source>All three alike</source>
        <translation>Os três por igual</translation>
    </message>
    <message>
        <source>A number that can be typed</source>
        <translation>Um número que se pode digitar</translation>
    </message>
    <message>
        <source>A step up, a step down</source>
        <translation>Um passo acima, um passo abaixo</translation>
    </message>
    <message>
        <source>Ten steps up, ten down</source>
        <translation>Dez passos acima, dez abaixo</translation>
    </message>
    <message>
        <source>Take over what is typed</source>
        <translation>Aceitar o que foi digitado</translation>
    </message>
    <message>
        <source>Leave it as it was</source>
        <translation>Deixar como estava</translation>
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
    <name>LinksCanvas</name>
    <message>
        <source>Attention weights as lines from queries to keys</source>
        <translation>Pesos de atenção em linhas das queries às keys</translation>
    </message>
    <message>
        <source>Attention weights as arcs from queries to keys</source>
        <translation>Pesos de atenção em arcos das queries às keys</translation>
    </message>
</context>
<context>
    <name>LinksPanel</name>
    <message>
        <source>&amp;threshold</source>
        <translation>&amp;limiar</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Limiar</translation>
    </message>
    <message>
        <source>Weights below it are not drawn</source>
        <translation>Pesos abaixo dele não são desenhados</translation>
    </message>
    <message>
        <source>arcs a &amp;query</source>
        <translation>arcos por &amp;query</translation>
    </message>
    <message>
        <source>Lines a query</source>
        <translation>Linhas por query</translation>
    </message>
    <message>
        <source>Arcs a query</source>
        <translation>Arcos por query</translation>
    </message>
    <message>
        <source>At most this many keys for each query, the heaviest first</source>
        <translation>No máximo este número de keys por query, as de maior peso primeiro</translation>
    </message>
    <message>
        <source>&amp;lines a query</source>
        <translation>linhas por &amp;query</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Lessons</source>
        <translation>Lições</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>Controles</translation>
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
    <name>MatrixControls</name>
    <message>
        <source>Drawn as</source>
        <translation>Desenho</translation>
    </message>
    <message>
        <source>How the weights are drawn</source>
        <translation>Como os pesos são desenhados</translation>
    </message>
    <message>
        <source>heatmap</source>
        <translation>mapa de calor</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>linhas</translation>
    </message>
    <message>
        <source>arcs</source>
        <translation>arcos</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>comparar</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Escala de cores</translation>
    </message>
    <message>
        <source>How numbers become colours; the numbers themselves never change</source>
        <translation>Como números viram cores; os números em si nunca mudam</translation>
    </message>
    <message>
        <source>Colour map, range, and a key to leave out</source>
        <translation>Mapa de cores, faixa e uma key a deixar fora</translation>
    </message>
    <message>
        <source>Further off</source>
        <translation>Mais longe</translation>
    </message>
    <message>
        <source>Further off (−)</source>
        <translation>Mais longe (−)</translation>
    </message>
    <message>
        <source>Show all of the matrix (0)</source>
        <translation>Mostrar a matriz inteira (0)</translation>
    </message>
    <message>
        <source>Closer</source>
        <translation>Mais perto</translation>
    </message>
    <message>
        <source>Closer (+); also with the wheel, or Shift and a drag</source>
        <translation>Mais perto (+); também com a roda do mouse, ou Shift e arrastar</translation>
    </message>
    <message>
        <source>each query its own</source>
        <translation>cada query a sua</translation>
    </message>
    <message>
        <source>quantiles</source>
        <translation>quantis</translation>
    </message>
    <message>
        <source>C&amp;olours…</source>
        <translation>Co&amp;res…</translation>
    </message>
    <message>
        <source>Quantity in the matrix</source>
        <translation>Grandeza na matriz</translation>
    </message>
    <message>
        <source>Which quantity is drawn</source>
        <translation>Qual grandeza é desenhada</translation>
    </message>
    <message>
        <source>Show all of the matrix</source>
        <translation>Mostrar a matriz inteira</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>escala</translation>
    </message>
    <message>
        <source>A, weights</source>
        <translation>A, pesos</translation>
    </message>
    <message>
        <source>{letter}, raw scores</source>
        <translation>{letter}, scores brutos</translation>
    </message>
    <message>
        <source>{letter}, scaled scores</source>
        <translation>{letter}, scores escalados</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>máscara</translation>
    </message>
    <message>
        <source>∂L/∂{letter}, gradient</source>
        <translation>∂L/∂{letter}, gradiente</translation>
    </message>
    <message>
        <source>The loss L is chosen in the Gradient tab</source>
        <translation>A perda L é escolhida na aba Gradiente</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>raiz quadrada</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarítmica</translation>
    </message>
    <message>
        <source>automatic: {curve}</source>
        <translation>automática: {curve}</translation>
    </message>
</context>
<context>
    <name>MatrixEditor</name>
    <message>
        <source>Steps: the matrices of the chain</source>
        <translation>Passos: as matrizes da cadeia</translation>
    </message>
    <message>
        <source>This number is computed: change one of a matrix that is marked “editable”.</source>
        <translation>Este número é calculado: mude um de uma matriz marcada como “editável”.</translation>
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
    <name>MatrixInspector</name>
    <message>
        <source>sorted</source>
        <translation>ordenadas</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Linha</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Coluna</translation>
    </message>
    <message>
        <source>The followed column as bars; again: fold them away</source>
        <translation>A coluna seguida em barras; de novo: recolher</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Saturação</translation>
    </message>
    <message>
        <source>The followed row as bars; again: fold them away</source>
        <translation>A linha seguida em barras; de novo: recolher</translation>
    </message>
    <message>
        <source>The heaviest keys in sight first, as many as have room</source>
        <translation>Primeiro as keys mais pesadas entre as que estão à vista, quantas couberem</translation>
    </message>
    <message>
        <source>Largest weight and gradient against dₖ; again: fold it away</source>
        <translation>Maior peso e gradiente contra dₖ; de novo: recolher</translation>
    </message>
</context>
<context>
    <name>MixturePanel</name>
    <message>
        <source>Mixture of the scores</source>
        <translation>Mistura dos scores</translation>
    </message>
    <message>
        <source>Drag the point: near a corner its share is large. Arrow keys move it; 1, 2, 3 take it to a corner</source>
        <translation>Arraste o ponto: perto de um canto, a parte dele é grande. As setas movem o ponto; 1, 2 e 3 o levam a um canto</translation>
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
        <source>previous</source>
        <translation>anterior</translation>
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
        <source>The three shares sum to 1: raising one lowers the others</source>
        <translation>As três partes somam 1: quando uma sobe, as outras descem</translation>
    </message>
    <message>
        <source>content {content}, previous token {previous}, distance {distance}</source>
        <translation>conteúdo {content}, token anterior {previous}, distância {distance}</translation>
    </message>
</context>
<context>
    <name>NumberSlider</name>
    <message>
        <source>{name}, typed</source>
        <translation>{name}, digitado</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Width of the lessons</source>
        <translation>Largura das lições</translation>
    </message>
    <message>
        <source>Width of the controls</source>
        <translation>Largura dos controles</translation>
    </message>
    <message>
        <source>Drag, or press the arrow keys, to give more room or less</source>
        <translation>Arraste, ou use as setas, para dar mais ou menos espaço</translation>
    </message>
</context>
<context>
    <name>PlaceControls</name>
    <message>
        <source>la&amp;yer</source>
        <translation>ca&amp;mada</translation>
    </message>
    <message>
        <source>Which layer is shown (Alt+Shift+Page Up, Alt+Shift+Page Down)</source>
        <translation>Qual camada é mostrada (Alt+Shift+Page Up, Alt+Shift+Page Down)</translation>
    </message>
    <message>
        <source>h&amp;ead</source>
        <translation>ca&amp;beça</translation>
    </message>
    <message>
        <source>Which head is shown (Alt+Page Up, Alt+Page Down)</source>
        <translation>Qual cabeça é mostrada (Alt+Page Up, Alt+Page Down)</translation>
    </message>
    <message>
        <source>One head, or several together</source>
        <translation>Uma cabeça, ou várias juntas</translation>
    </message>
    <message>
        <source>What the picture shows: one head, a mean of several, or attention rollout</source>
        <translation>O que a figura mostra: uma cabeça, a média de várias, ou o rollout da atenção</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>esta cabeça</translation>
    </message>
    <message>
        <source>mean of the layer&apos;s heads</source>
        <translation>média das cabeças da camada</translation>
    </message>
    <message>
        <source>mean of this head over layers</source>
        <translation>média desta cabeça nas camadas</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>média de todas as cabeças</translation>
    </message>
    <message>
        <source>rollout up to this layer</source>
        <translation>rollout até esta camada</translation>
    </message>
    <message>
        <source>sc&amp;ores: apply softmax</source>
        <translation>sc&amp;ores: aplicar softmax</translation>
    </message>
    <message>
        <source>The numbers are scores: the softmax makes weights of them, with the masks below</source>
        <translation>Os números são scores: o softmax faz deles pesos, com as máscaras abaixo</translation>
    </message>
    <message>
        <source>&amp;pieces as whole words</source>
        <translation>pedaços como palavras &amp;inteiras</translation>
    </message>
    <message>
        <source>Weights of a word&apos;s pieces added up as keys, averaged as queries</source>
        <translation>Pesos dos pedaços de uma palavra somados como keys e em média como queries</translation>
    </message>
    <message>
        <source>as it was read</source>
        <translation>como foi lido</translation>
    </message>
    <message>
        <source>Take back everything that was done to the numbers of the file</source>
        <translation>Desfazer tudo o que foi feito com os números do arquivo</translation>
    </message>
    <message>
        <source>of {count}</source>
        <translation>de {count}</translation>
    </message>
    <message>
        <source>to {last}</source>
        <translation>a {last}</translation>
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
    <message>
        <source>Pause (Space)</source>
        <translation>Pausar (Espaço)</translation>
    </message>
</context>
<context>
    <name>PointerCard</name>
    <message>
        <source>What the pointer is on</source>
        <translation>O que está sob o ponteiro</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Preferências</translation>
    </message>
    <message>
        <source>A&amp;nimate the steps when they are played</source>
        <translation>A&amp;nimar os passos quando são reproduzidos</translation>
    </message>
    <message>
        <source>Numbers fly from matrix to matrix; without it they change in place</source>
        <translation>Os números voam de matriz em matriz; sem isso, mudam no lugar</translation>
    </message>
    <message>
        <source>Everything here holds at once, and is remembered.</source>
        <translation>Tudo aqui vale na hora e fica lembrado.</translation>
    </message>
    <message>
        <source>&amp;Back to the defaults</source>
        <translation>&amp;Voltar aos padrões</translation>
    </message>
    <message>
        <source>All of these as they were before anything was chosen</source>
        <translation>Tudo isto como era antes de qualquer escolha</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como o sistema</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Escuro</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
    <message>
        <source>As the system&apos;s text</source>
        <translation>Como o texto do sistema</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Tamanh&amp;o do texto</translation>
    </message>
    <message>
        <source>S scores, A weights, O output</source>
        <translation>S scores, A pesos, O saída</translation>
    </message>
    <message>
        <source>Ω scores, A weights, C context</source>
        <translation>Ω scores, A pesos, C contexto</translation>
    </message>
    <message>
        <source>L&amp;etters</source>
        <translation>L&amp;etras</translation>
    </message>
    <message>
        <source>Heads are &amp;counted from</source>
        <translation>Cabeças &amp;contadas a partir de</translation>
    </message>
    <message>
        <source>Rows are queries</source>
        <translation>Linhas são queries</translation>
    </message>
    <message>
        <source>Columns are queries (KᵀQ)</source>
        <translation>Colunas são queries (KᵀQ)</translation>
    </message>
    <message>
        <source>Matrices are &amp;drawn so that</source>
        <translation>Matrizes &amp;desenhadas assim</translation>
    </message>
    <message>
        <source>{what}, now and in every later start</source>
        <translation>{what}, agora e em todo início futuro</translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>Presentation</source>
        <translation>Apresentação</translation>
    </message>
    <message>
        <source>PageDown, PageUp: forward and back · arrows: another row · B: black · E: experiment · Esc: leave</source>
        <translation>PageDown, PageUp: avançar e voltar · setas: outra linha · B: tela preta · E: experimento · Esc: sair</translation>
    </message>
    <message>
        <source>Picture of the presentation</source>
        <translation>Figura da apresentação</translation>
    </message>
    <message>
        <source>The picture is back</source>
        <translation>A figura está de volta</translation>
    </message>
    <message>
        <source>Black; any key brings the picture back</source>
        <translation>Tela preta; qualquer tecla traz a figura de volta</translation>
    </message>
</context>
<context>
    <name>ProgressLine</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Cancel what is being computed</source>
        <translation>Cancelar o que está sendo calculado</translation>
    </message>
    <message>
        <source>Stop it and keep what is shown (Esc)</source>
        <translation>Interromper e manter o que está na tela (Esc)</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>What the file leaves open</source>
        <translation>O que o arquivo deixa em aberto</translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>difference {difference}</source>
        <translation>diferença {difference}</translation>
    </message>
    <message>
        <source>weight {one} against {two}</source>
        <translation>peso {one} contra {two}</translation>
    </message>
    <message>
        <source>{one} against {two}</source>
        <translation>{one} contra {two}</translation>
    </message>
    <message>
        <source>query “{query}” · key “{key}”</source>
        <translation>query “{query}” · key “{key}”</translation>
    </message>
    <message>
        <source>{weight} (masked)</source>
        <translation>{weight} (mascarado)</translation>
    </message>
    <message>
        <source>weight {weight}</source>
        <translation>peso {weight}</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>score {score}</translation>
    </message>
    <message>
        <source>scaled score {scaled}</source>
        <translation>score escalado {scaled}</translation>
    </message>
    <message>
        <source>weight NaN, not a number: left out of all sums</source>
        <translation>peso NaN, não é um número: fora de todas as somas</translation>
    </message>
    <message>
        <source>weight {weight}: left out of all sums</source>
        <translation>peso {weight}: fica fora de todas as somas</translation>
    </message>
    <message>
        <source>weight {weight} · rank {rank} of {n}</source>
        <translation>peso {weight} · posição {rank} de {n}</translation>
    </message>
    <message>
        <source>masked: may not be looked at</source>
        <translation>mascarada: não pode ser olhada</translation>
    </message>
    <message>
        <source>weight of “{one}” against the scaled score of “{other}”: {number}</source>
        <translation>peso de “{one}” em relação ao score escalado de “{other}”: {number}</translation>
    </message>
    <message>
        <source>{query} looks at {key}: {weight}</source>
        <translation>{query} olha para {key}: {weight}</translation>
    </message>
    <message>
        <source>{query} may not look at {key}</source>
        <translation>{query} não pode olhar para {key}</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>there is nothing to undo</source>
        <translation>não há nada para desfazer</translation>
    </message>
    <message>
        <source>there is nothing to redo</source>
        <translation>não há nada para refazer</translation>
    </message>
    <message>
        <source>only in the Matrix view</source>
        <translation>só na visão Matriz</translation>
    </message>
    <message>
        <source>only in Steps, when the matrices are typed by hand</source>
        <translation>só em Passos, com matrizes digitadas à mão</translation>
    </message>
    <message>
        <source>only for a typed sentence</source>
        <translation>só para uma frase digitada</translation>
    </message>
    <message>
        <source>these weights came from a file, without scores</source>
        <translation>estes pesos vieram de um arquivo, sem scores</translation>
    </message>
    <message>
        <source>there is only one head</source>
        <translation>há uma só cabeça</translation>
    </message>
    <message>
        <source>the file is no longer there</source>
        <translation>o arquivo não está mais lá</translation>
    </message>
    <message>
        <source>the list is empty</source>
        <translation>a lista está vazia</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>não é possível agora</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>That went wrong again. The details are in the log.</source>
        <translation>Isso deu errado de novo. Os detalhes estão no registro.</translation>
    </message>
    <message>
        <source>Your document is still open, and a copy of it as it is now has been kept: should attnviz end, the next start offers it.</source>
        <translation>Seu documento continua aberto, e uma cópia dele como está agora foi guardada: se o attnviz terminar, o próximo início a oferece.</translation>
    </message>
    <message>
        <source>Your document is still open, and nothing in it is unsaved.</source>
        <translation>Seu documento continua aberto, e não há nada nele por salvar.</translation>
    </message>
    <message>
        <source>Your document is still open, but no copy of it could be kept: please save it now.</source>
        <translation>Seu documento continua aberto, mas não foi possível guardar uma cópia: salve-o agora.</translation>
    </message>
    <message>
        <source>attnviz cannot start. The command attnviz doctor may say why.</source>
        <translation>O attnviz não consegue iniciar. O comando attnviz doctor pode dizer por quê.</translation>
    </message>
    <message>
        <source>attnviz ended unexpectedly last time. What is known of it is in {file}</source>
        <translation>Da última vez o attnviz terminou de repente. O que se sabe está em {file}</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Something went wrong inside attnviz.</source>
        <translation>Algo deu errado dentro do attnviz.</translation>
    </message>
    <message>
        <source>The details are in {file}. Nothing has been sent anywhere.</source>
        <translation>Os detalhes estão em {file}. Nada foi enviado a lugar nenhum.</translation>
    </message>
    <message>
        <source>Details of the fault</source>
        <translation>Detalhes da falha</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>Con&amp;tinuar</translation>
    </message>
    <message>
        <source>Back to the document</source>
        <translation>Voltar ao documento</translation>
    </message>
    <message>
        <source>&amp;Copy the details</source>
        <translation>&amp;Copiar os detalhes</translation>
    </message>
    <message>
        <source>All that is known of the fault, as text for a message</source>
        <translation>Tudo o que se sabe da falha, como texto para uma mensagem</translation>
    </message>
    <message>
        <source>&amp;Show the details</source>
        <translation>&amp;Mostrar os detalhes</translation>
    </message>
    <message>
        <source>What the program was doing when it happened</source>
        <translation>O que o programa estava fazendo quando aconteceu</translation>
    </message>
    <message>
        <source>Other faults since: {count}</source>
        <translation>Outras falhas desde então: {count}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
</context>
<context>
    <name>RowBars</name>
    <message>
        <source>Weights of the followed row</source>
        <translation>Pesos da linha seguida</translation>
    </message>
</context>
<context>
    <name>SaturationPanel</name>
    <message>
        <source>Saturation against dₖ</source>
        <translation>Saturação em função de dₖ</translation>
    </message>
    <message>
        <source>Drag the mark to change dₖ</source>
        <translation>Arraste a marca para mudar dₖ</translation>
    </message>
    <message>
        <source>Drag the mark, or press the arrow keys, to change dₖ</source>
        <translation>Arraste a marca, ou use as setas, para mudar dₖ</translation>
    </message>
    <message>
        <source>Q and K have as many columns as they have: only a sentence&apos;s mark can be dragged</source>
        <translation>Q e K têm as colunas que têm: só numa frase a marca pode ser arrastada</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>calculando…</translation>
    </message>
</context>
<context>
    <name>SelfCheckDialog</name>
    <message>
        <source>Self-check</source>
        <translation>Autoverificação</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Verificando…</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>O que foi encontrado</translation>
    </message>
    <message>
        <source>&amp;Copy for a report</source>
        <translation>&amp;Copiar para um relato</translation>
    </message>
    <message>
        <source>What was found, as text for a message</source>
        <translation>O que foi encontrado, como texto para uma mensagem</translation>
    </message>
    <message>
        <source>Found wrong: {count}. What helps stands below it.</source>
        <translation>Problemas: {count}. O que ajuda está embaixo de cada um.</translation>
    </message>
    <message>
        <source>attnviz has all that it needs.</source>
        <translation>O attnviz tem tudo de que precisa.</translation>
    </message>
    <message>
        <source>there</source>
        <translation>presente</translation>
    </message>
    <message>
        <source>note</source>
        <translation>aviso</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>errado</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
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
    <message>
        <source>queries</source>
        <translation>queries</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>keys</translation>
    </message>
</context>
<context>
    <name>ShapesPanel</name>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modelo</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Whose shapes are shown; drop a model’s config.json on the window for another</source>
        <translation>De quem são as formas mostradas; para outro modelo, solte o seu config.json na janela</translation>
    </message>
    <message>
        <source>This document’s layer</source>
        <translation>A camada deste documento</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>tokens &amp;n</source>
        <translation>tokens &amp;n</translation>
    </message>
    <message>
        <source>Number of tokens</source>
        <translation>Número de tokens</translation>
    </message>
    <message>
        <source>How many tokens stand in the context, from 1 to 1,048,576</source>
        <translation>Quantos tokens há no contexto, de 1 a 1.048.576</translation>
    </message>
    <message>
        <source>&amp;batch</source>
        <translation>lo&amp;te</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>How many sequences are worked on at once</source>
        <translation>Quantas sequências são tratadas ao mesmo tempo</translation>
    </message>
    <message>
        <source>4 bytes a number</source>
        <translation>4 bytes por número</translation>
    </message>
    <message>
        <source>2 bytes a number</source>
        <translation>2 bytes por número</translation>
    </message>
    <message>
        <source>1 byte a number</source>
        <translation>1 byte por número</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Números</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>tamanho da camada</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>camadas</translation>
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
        <source>size of a head</source>
        <translation>tamanho da cabeça</translation>
    </message>
    <message>
        <source>size of the MLP</source>
        <translation>tamanho da MLP</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>vocabulário</translation>
    </message>
    <message>
        <source>longest n</source>
        <translation>maior n</translation>
    </message>
    <message>
        <source>course material; only its attention is known</source>
        <translation>material do curso; só a atenção é conhecida</translation>
    </message>
    <message>
        <source>This document’s layer, changed</source>
        <translation>A camada deste documento, alterada</translation>
    </message>
    <message>
        <source>{name}, changed</source>
        <translation>{name}, alterado</translation>
    </message>
    <message>
        <source>sliding window</source>
        <translation>janela deslizante</translation>
    </message>
    <message>
        <source>{field}: type another number and see what has to follow</source>
        <translation>{field}: digite outro número e veja o que tem de acompanhar</translation>
    </message>
    <message>
        <source>What followed from the last change</source>
        <translation>O que acompanhou a última mudança</translation>
    </message>
    <message>
        <source>output &amp;gate</source>
        <translation>&amp;gate de saída</translation>
    </message>
    <message>
        <source>Fused into the query’s matrix, which becomes wider</source>
        <translation>Vem junto na matriz da query, que fica mais larga</translation>
    </message>
    <message>
        <source>biases of Q, K and V</source>
        <translation>biases de Q, K e V</translation>
    </message>
    <message>
        <source>A number added to every column of q, k and v</source>
        <translation>Um número somado a cada coluna de q, k e v</translation>
    </message>
    <message>
        <source>bias of the last matrix</source>
        <translation>bias da última matriz</translation>
    </message>
    <message>
        <source>A number added to every column that comes out</source>
        <translation>Um número somado a cada coluna que sai</translation>
    </message>
    <message>
        <source>norms of Q and K</source>
        <translation>normas de Q e K</translation>
    </message>
    <message>
        <source>A scale for each of a head’s query and key numbers</source>
        <translation>Uma escala para cada número da query e da key de uma cabeça</translation>
    </message>
    <message>
        <source>tied embeddings</source>
        <translation>embeddings compartilhados</translation>
    </message>
    <message>
        <source>The last matrix is the table of tokens, counted once</source>
        <translation>A última matriz é a tabela de tokens, contada uma vez só</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pergunta</translation>
    </message>
    <message>
        <source>guess first, &amp;then see</source>
        <translation>adivinhar primeiro, &amp;depois ver</translation>
    </message>
    <message>
        <source>Another model’s matrices wait for a guess</source>
        <translation>As matrizes de outro modelo esperam um palpite</translation>
    </message>
    <message>
        <source>From: {source}</source>
        <translation>Fonte: {source}</translation>
    </message>
</context>
<context>
    <name>ShapesView</name>
    <message>
        <source>The model’s shapes</source>
        <translation>As formas do modelo</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>Matrizes</translation>
    </message>
    <message>
        <source>The matrices of one layer, drawn to scale</source>
        <translation>As matrizes de uma camada, em escala</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>Which kv-head each query head reads</source>
        <translation>Qual cabeça kv cada cabeça de query lê</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <source>How the output gate is split, and where it multiplies</source>
        <translation>Como o gate de saída se separa e onde ele multiplica</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Pilha</translation>
    </message>
    <message>
        <source>Which layers have an n × n matrix</source>
        <translation>Quais camadas têm uma matriz n × n</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Crescimento</translation>
    </message>
    <message>
        <source>Memory and work against n</source>
        <translation>Memória e trabalho em função de n</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Inventário</translation>
    </message>
    <message>
        <source>Every matrix with its size, and the totals</source>
        <translation>Cada matriz com o seu tamanho, e os totais</translation>
    </message>
    <message>
        <source>One state</source>
        <translation>Um estado</translation>
    </message>
    <message>
        <source>A state of fixed size beside a direct look</source>
        <translation>Um estado de tamanho fixo ao lado de um olhar direto</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atalhos do teclado</translation>
    </message>
    <message>
        <source>Find an act or a key</source>
        <translation>Encontrar uma ação ou uma tecla</translation>
    </message>
    <message>
        <source>Only what fits these letters is listed</source>
        <translation>Só aparece o que combina com estas letras</translation>
    </message>
    <message>
        <source>Act</source>
        <translation>Ação</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nada tem esse nome.</translation>
    </message>
</context>
<context>
    <name>StepsView</name>
    <message>
        <source>The followed row&apos;s sum</source>
        <translation>A conta da linha seguida</translation>
    </message>
</context>
<context>
    <name>TabBar</name>
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
</context>
<context>
    <name>TextSize</name>
    <message>
        <source>{percent} %</source>
        <translation>{percent}%</translation>
    </message>
</context>
<context>
    <name>TrainingBar</name>
    <message>
        <source>Back to the start of the same run (R)</source>
        <translation>De volta ao começo do mesmo treinamento (R)</translation>
    </message>
    <message>
        <source>Run or pause (Space)</source>
        <translation>Treinar ou pausar (Espaço)</translation>
    </message>
    <message>
        <source>One step (N)</source>
        <translation>Um passo (N)</translation>
    </message>
    <message>
        <source>Step of the run that is shown</source>
        <translation>Passo do treinamento que é mostrado</translation>
    </message>
    <message>
        <source>Look back through the run: drag, or arrows, Home and End; Space runs</source>
        <translation>Percorra o treinamento: arraste, ou use setas, Home e End; Espaço treina</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Ritmo</translation>
    </message>
    <message>
        <source>How many steps a second</source>
        <translation>Quantos passos por segundo</translation>
    </message>
    <message>
        <source>5 steps/s</source>
        <translation>5 passos/s</translation>
    </message>
    <message>
        <source>60 steps/s</source>
        <translation>60 passos/s</translation>
    </message>
    <message>
        <source>at full speed</source>
        <translation>velocidade máxima</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>Pausar (Espaço)</translation>
    </message>
    <message>
        <source>Run (Space)</source>
        <translation>Executar (Espaço)</translation>
    </message>
    <message>
        <source>step {step} of {count}</source>
        <translation>passo {step} de {count}</translation>
    </message>
</context>
<context>
    <name>TrainingCanvas</name>
    <message>
        <source>Press or drag to look at this step</source>
        <translation>Clique ou arraste para ver este passo</translation>
    </message>
</context>
<context>
    <name>TrainingControls</name>
    <message>
        <source>Task</source>
        <translation>Tarefa</translation>
    </message>
    <message>
        <source>What the head is to learn; sequences are drawn anew for every step</source>
        <translation>O que a cabeça deve aprender; a cada passo são sorteadas novas sequências</translation>
    </message>
    <message>
        <source>dela&amp;y</source>
        <translation>at&amp;raso</translation>
    </message>
    <message>
        <source>How many places before it the right answer stands</source>
        <translation>Quantas posições antes está a resposta certa</translation>
    </message>
    <message>
        <source>&amp;tokens</source>
        <translation>to&amp;kens</translation>
    </message>
    <message>
        <source>Tokens of every sequence</source>
        <translation>Tokens de cada sequência</translation>
    </message>
    <message>
        <source>vo&amp;cabulary</source>
        <translation>&amp;vocabulário</translation>
    </message>
    <message>
        <source>How many different letters there are</source>
        <translation>Quantas letras diferentes há</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>Dimension d k of queries and keys</source>
        <translation>Dimensão d k de queries e keys</translation>
    </message>
    <message>
        <source>How many components each query and key has</source>
        <translation>Quantos componentes tem cada query e cada key</translation>
    </message>
    <message>
        <source>d&amp;ivide by √dₖ</source>
        <translation>d&amp;ividir por √dₖ</translation>
    </message>
    <message>
        <source>Divide every score by √dₖ before the softmax</source>
        <translation>Divide cada score por √dₖ antes da softmax</translation>
    </message>
    <message>
        <source>&amp;with and without, side by side</source>
        <translation>com e se&amp;m, lado a lado</translation>
    </message>
    <message>
        <source>A twin learns beside it: the same start and the same sequences, only the division differs</source>
        <translation>Uma gêmea aprende ao lado: o mesmo começo e as mesmas sequências, só muda a divisão</translation>
    </message>
    <message>
        <source>he&amp;ads</source>
        <translation>ca&amp;beças</translation>
    </message>
    <message>
        <source>How many heads look at the sequence</source>
        <translation>Quantas cabeças olham para a sequência</translation>
    </message>
    <message>
        <source>head shown</source>
        <translation>cabeça mostrada</translation>
    </message>
    <message>
        <source>Which head the picture shows</source>
        <translation>Qual cabeça a figura mostra</translation>
    </message>
    <message>
        <source>d_&amp;model</source>
        <translation>d_m&amp;odel</translation>
    </message>
    <message>
        <source>Components of the embedding of a token</source>
        <translation>Componentes do embedding de um token</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Aprendizado</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Otimizador</translation>
    </message>
    <message>
        <source>How a gradient moves the weights</source>
        <translation>Como um gradiente move os pesos</translation>
    </message>
    <message>
        <source>SGD: against the gradient</source>
        <translation>SGD: contra o gradiente</translation>
    </message>
    <message>
        <source>Adam: a pace for every weight</source>
        <translation>Adam: um ritmo para cada peso</translation>
    </message>
    <message>
        <source>lea&amp;rning rate</source>
        <translation>taxa de a&amp;prendizado</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taxa de aprendizado</translation>
    </message>
    <message>
        <source>How far one step moves the weights; far too large, and the run diverges</source>
        <translation>Quanto um passo move os pesos; grande demais, e o treinamento diverge</translation>
    </message>
    <message>
        <source>mome&amp;ntum</source>
        <translation>mome&amp;ntum</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>How much of its last move SGD makes again</source>
        <translation>Quanto do último movimento o SGD repete</translation>
    </message>
    <message>
        <source>&amp;batch</source>
        <translation>lo&amp;te</translation>
    </message>
    <message>
        <source>How many sequences a step learns from</source>
        <translation>De quantas sequências um passo aprende</translation>
    </message>
    <message>
        <source>&amp;steps</source>
        <translation>passo&amp;s</translation>
    </message>
    <message>
        <source>After how many steps the run ends</source>
        <translation>Depois de quantos passos o treinamento termina</translation>
    </message>
    <message>
        <source>see&amp;d</source>
        <translation>sem&amp;ente</translation>
    </message>
    <message>
        <source>Start weights and sequences: the same seed, the same run</source>
        <translation>Pesos iniciais e sequências: a mesma semente, o mesmo treinamento</translation>
    </message>
    <message>
        <source>next seed</source>
        <translation>próxima semente</translation>
    </message>
    <message>
        <source>Begin from other weights, with other sequences</source>
        <translation>Começa de outros pesos, com outras sequências</translation>
    </message>
    <message>
        <source>&amp;Open in Steps: divided by √dₖ</source>
        <translation>&amp;Abrir em Passos: dividido por √dₖ</translation>
    </message>
    <message>
        <source>Open in Steps: not di&amp;vided</source>
        <translation>Abrir em Passos: s&amp;em dividir</translation>
    </message>
    <message>
        <source>&amp;Open the weights in Steps</source>
        <translation>Abrir os pesos na &amp;guia Passos</translation>
    </message>
    <message>
        <source>The learned weights and the shown sequence as a document, step by step</source>
        <translation>Os pesos aprendidos e a sequência mostrada como documento, passo a passo</translation>
    </message>
</context>
<context>
    <name>TrainingView</name>
    <message>
        <source>How the head learns</source>
        <translation>Como a cabeça aprende</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} parâmetros</translation>
    </message>
    <message>
        <source>{speed} steps/s</source>
        <translation>{speed} passos/s</translation>
    </message>
</context>
<context>
    <name>UpstreamBar</name>
    <message>
        <source>Loss</source>
        <translation>Perda</translation>
    </message>
    <message>
        <source>What the loss L is: where the way back begins</source>
        <translation>O que é a perda L: onde começa o caminho de volta</translation>
    </message>
    <message>
        <source>L&amp;oss</source>
        <translation>Per&amp;da</translation>
    </message>
    <message>
        <source>row</source>
        <translation>linha</translation>
    </message>
    <message>
        <source>Which query&apos;s output, counted from 1</source>
        <translation>A saída de qual query, a contar de 1</translation>
    </message>
    <message>
        <source>compo&amp;nent</source>
        <translation>compo&amp;nente</translation>
    </message>
    <message>
        <source>Which component of the output, counted from 1</source>
        <translation>Qual componente da saída, a contar de 1</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>semente</translation>
    </message>
    <message>
        <source>Another seed draws other numbers</source>
        <translation>Outra semente sorteia outros números</translation>
    </message>
    <message>
        <source>target t</source>
        <translation>alvo t</translation>
    </message>
    <message>
        <source>What the row should become, a number a component</source>
        <translation>O que a linha deve se tornar, um número por componente</translation>
    </message>
    <message>
        <source>The loss L as a formula, and its number now</source>
        <translation>A perda L como fórmula, e o seu número agora</translation>
    </message>
    <message>
        <source>target t of {token}</source>
        <translation>alvo t de {token}</translation>
    </message>
    <message>
        <source>What the row should become, a number a component: {whose}</source>
        <translation>O que a linha deveria ser, um número por componente: {whose}</translation>
    </message>
    <message>
        <source>Target t</source>
        <translation>Alvo t</translation>
    </message>
</context>
<context>
    <name>Voice</name>
    <message>
        <source>on</source>
        <translation>ligado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desligado</translation>
    </message>
    <message>
        <source>No key is followed</source>
        <translation>Nenhuma key é acompanhada</translation>
    </message>
    <message>
        <source>The key “{key}” is followed</source>
        <translation>A key “{key}” é acompanhada</translation>
    </message>
    <message>
        <source>Undone: {act}</source>
        <translation>Desfeito: {act}</translation>
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
    <name>_Found</name>
    <message>
        <source>on</source>
        <translation>ligado</translation>
    </message>
</context>
<context>
    <name>_LowerSwitch</name>
    <message>
        <source>The row</source>
        <translation>A linha</translation>
    </message>
    <message>
        <source>The followed row&apos;s way back through the softmax, written out</source>
        <translation>O caminho de volta da linha seguida pelo softmax, por extenso</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Saturação</translation>
    </message>
    <message>
        <source>How much of the gradient gets through the softmax as dₖ grows, divided by √dₖ and not</source>
        <translation>Quanto do gradiente passa pelo softmax à medida que dₖ cresce, dividindo por √dₖ e sem dividir</translation>
    </message>
</context>
<context>
    <name>absent</name>
    <message>
        <source>This document has one head. The grid of heads is for a layer of projections (New from embeddings) and for attention that was exported from a model (Open).</source>
        <translation>Este documento tem uma só cabeça. A grade de cabeças serve para uma camada de projeções (Novo com embeddings) e para a atenção exportada de um modelo (Abrir).</translation>
    </message>
    <message>
        <source>This attention was computed elsewhere: its file holds the weights A, but no Q, K and V to compute them from. The Matrix tab shows one head, the Heads tab all of them.</source>
        <translation>Esta atenção foi calculada em outro lugar: o arquivo traz os pesos A, mas não Q, K e V para calculá-los. A aba Matriz mostra uma cabeça; a aba Cabeças, todas.</translation>
    </message>
    <message>
        <source>There is no way back through attention that was imported: that takes Q, K and V, and its file holds only what came out of them.</source>
        <translation>Não há caminho de volta por uma atenção importada: seriam precisos Q, K e V, e o arquivo só traz o que saiu deles.</translation>
    </message>
    <message>
        <source>Attention weights say nothing of the other matrices of their model. Drop its config.json on this window to see their shapes.</source>
        <translation>Os pesos de atenção não dizem nada das outras matrizes do modelo. Solte o config.json dele nesta janela para ver suas formas.</translation>
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
        <source>Divide by √dₖ</source>
        <translation>Dividir por √dₖ</translation>
    </message>
    <message>
        <source>Do not divide by √dₖ</source>
        <translation>Não dividir por √dₖ</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Máscara causal</translation>
    </message>
    <message>
        <source>No causal mask</source>
        <translation>Sem máscara causal</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Janela deslizante</translation>
    </message>
    <message>
        <source>No sliding window</source>
        <translation>Sem janela deslizante</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>No padding</source>
        <translation>Sem padding</translation>
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
        <source>Unsaved work cannot be kept for recovery, so save it soon. {problem}</source>
        <translation>O trabalho não salvo não pode ser guardado para recuperação; salve-o logo. {problem}</translation>
    </message>
    <message>
        <source>{file} is no longer there; Save puts it back.</source>
        <translation>{file} não está mais lá; Salvar o põe de volta.</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>sem nome</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>{n} files at once: open one text, or the tables of Q, K and V together.</source>
        <translation>{n} arquivos de uma vez: abra um só texto, ou as tabelas de Q, K e V juntas.</translation>
    </message>
    <message>
        <source>Saving: {file}</source>
        <translation>Salvando: {file}</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Salvo: {file}</translation>
    </message>
    <message>
        <source>Figure copied</source>
        <translation>Figura copiada</translation>
    </message>
    <message>
        <source>Description copied</source>
        <translation>Descrição copiada</translation>
    </message>
    <message>
        <source>Read otherwise</source>
        <translation>Ler de outro modo</translation>
    </message>
    <message>
        <source>Mend the numbers</source>
        <translation>Consertar os números</translation>
    </message>
    <message>
        <source>Scores or weights</source>
        <translation>Scores ou pesos</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Palavras inteiras</translation>
    </message>
    <message>
        <source>As it was read</source>
        <translation>Como foi lido</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>Escolha do modelo</translation>
    </message>
    <message>
        <source>Change {field}</source>
        <translation>Mudar {field}</translation>
    </message>
    <message>
        <source>Choose the loss</source>
        <translation>Escolher a perda</translation>
    </message>
    <message>
        <source>Change the loss</source>
        <translation>Mudar a perda</translation>
    </message>
    <message>
        <source>Change the target</source>
        <translation>Mudar o alvo</translation>
    </message>
    <message>
        <source>Cancelled; no file was written.</source>
        <translation>Cancelado; nenhum arquivo foi gravado.</translation>
    </message>
    <message>
        <source>Copied: {name}, {rows} × {columns}</source>
        <translation>Copiado: {name}, {rows} × {columns}</translation>
    </message>
    <message>
        <source>computing… {percent} %</source>
        <translation>calculando… {percent}%</translation>
    </message>
    <message>
        <source>reading the file… {percent} %</source>
        <translation>lendo o arquivo… {percent}%</translation>
    </message>
    <message>
        <source>reading heads… {percent} %</source>
        <translation>lendo as cabeças… {percent}%</translation>
    </message>
    <message>
        <source>Stopped. What is shown is what was there before.</source>
        <translation>Interrompido. O que se vê é o que já estava na tela.</translation>
    </message>
    <message>
        <source>The pinned numbers are of other tokens and were let go.</source>
        <translation>Os números fixados são de outros tokens e foram soltos.</translation>
    </message>
</context>
<context>
    <name>alt</name>
    <message>
        <source>Attention computed step by step: {chain}, {n_q} queries by {n_k} keys, dₖ = {d_k}.</source>
        <translation>Atenção calculada passo a passo: {chain}, {n_q} queries por {n_k} keys, dₖ = {d_k}.</translation>
    </message>
    <message>
        <source>No gradient reaches the scores of “{query}”.</source>
        <translation>Nenhum gradiente chega aos scores de “{query}”.</translation>
    </message>
    <message>
        <source>The gradient of the scores of “{query}” is {vector}; {percent} of ∂A gets through.</source>
        <translation>O gradiente dos scores de “{query}” é {vector}; passam {percent} de ∂A.</translation>
    </message>
    <message>
        <source>rows are queries, columns are keys</source>
        <translation>as linhas são queries, as colunas são keys</translation>
    </message>
    <message>
        <source>columns are queries, rows are keys</source>
        <translation>as colunas são queries, as linhas são keys</translation>
    </message>
    <message>
        <source>Heatmap of {title}, {head}, {n_q} queries by {n_k} keys; {rows}.</source>
        <translation>Mapa de calor de {title}, {head}, {n_q} queries por {n_k} keys; {rows}.</translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation>divididos por √dₖ</translation>
    </message>
    <message>
        <source>not divided by √dₖ</source>
        <translation>não divididos por √dₖ</translation>
    </message>
    <message>
        <source>temperature {number}</source>
        <translation>temperatura {number}</translation>
    </message>
    <message>
        <source>Scores: {settings}.</source>
        <translation>Scores: {settings}.</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>máscara causal</translation>
    </message>
    <message>
        <source>a window of {n} keys</source>
        <translation>uma janela de {n} keys</translation>
    </message>
    <message>
        <source>{n} keys of padding</source>
        <translation>{n} keys de preenchimento</translation>
    </message>
    <message>
        <source>{share} of the pairs may look at each other.</source>
        <translation>Em {share} dos pares, a query pode olhar para a key.</translation>
    </message>
    <message>
        <source>The largest number is {number}, of the query “{query}” and the key “{key}”.</source>
        <translation>O maior número é {number}, da query “{query}” e da key “{key}”.</translation>
    </message>
    <message>
        <source>Mean entropy of the rows: {bits} bits.</source>
        <translation>Entropia média das linhas: {bits} bits.</translation>
    </message>
    <message>
        <source>The query “{query}” may not look at any key.</source>
        <translation>A query “{query}” não pode olhar para nenhuma key.</translation>
    </message>
    <message>
        <source>The query “{query}” looks at no key: no weight is above 0.</source>
        <translation>A query “{query}” não olha para nenhuma key: nenhum peso é maior que 0.</translation>
    </message>
    <message>
        <source>The query “{query}” gives {n} keys the same weight, {weight} each.</source>
        <translation>A query “{query}” dá o mesmo peso a {n} keys, {weight} a cada uma.</translation>
    </message>
    <message>
        <source>The query “{query}” looks at every key a little.</source>
        <translation>A query “{query}” olha um pouco para cada key.</translation>
    </message>
    <message>
        <source>The query “{query}” looks at {shares}.</source>
        <translation>A query “{query}” olha para {shares}.</translation>
    </message>
    <message>
        <source>Its output is {vector}: {names} is largest.</source>
        <translation>Sua saída é {vector}: o maior valor é {names}.</translation>
    </message>
    <message>
        <source>Its output is {vector}.</source>
        <translation>Sua saída é {vector}.</translation>
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
        <source>attention</source>
        <translation>atenção</translation>
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
    <message>
        <source>No screen answers here: {names}. The commands lessons, compute and export work without one.</source>
        <translation>Nenhuma tela responde aqui: {names}. Os comandos lessons, compute e export funcionam sem tela.</translation>
    </message>
</context>
<context>
    <name>batch</name>
    <message>
        <source>“{text}” is no sweep: write KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C, with a key of {keys}.</source>
        <translation>“{text}” não é uma varredura: escreva CHAVE=DE..ATÉ, CHAVE=DE..ATÉ:PASSO ou CHAVE=A,B,C, com uma destas chaves: {keys}.</translation>
    </message>
    <message>
        <source>More than {most} figures at once.</source>
        <translation>Mais de {most} figuras de uma vez.</translation>
    </message>
    <message>
        <source>Two figures would both be {file}: put what tells them apart into --to, as one of {places}.</source>
        <translation>Duas figuras seriam ambas {file}: ponha em --to o que as distingue, como um destes: {places}.</translation>
    </message>
    <message>
        <source>--to has no place {found}: choose from {places}.</source>
        <translation>--to não tem o lugar {found}: escolha entre {places}.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {reason}.</source>
        <translation>A pasta {folder} não pode ser criada: {reason}.</translation>
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
    <name>code</name>
    <message>
        <source>The document as a script</source>
        <translation>O documento como script</translation>
    </message>
    <message>
        <source>{count} numbers are too many to write here: attnviz saves this file beside the script.</source>
        <translation>{count} números não cabem aqui: o attnviz salva este arquivo ao lado do script.</translation>
    </message>
    <message>
        <source>The tokens are too many to write here: attnviz saves this file beside the script.</source>
        <translation>Os tokens não cabem aqui: o attnviz salva este arquivo ao lado do script.</translation>
    </message>
    <message>
        <source>numbers in a query and in a key</source>
        <translation>números em uma query e em uma key</translation>
    </message>
    <message>
        <source>heads of keys and values</source>
        <translation>cabeças de keys e values</translation>
    </message>
    <message>
        <source>keys that a query sees, its own the last</source>
        <translation>keys que uma query vê, a última é a sua</translation>
    </message>
    <message>
        <source>keys at the end that are no tokens</source>
        <translation>keys no fim que não são tokens</translation>
    </message>
    <message>
        <source>Each row becomes shares of 1.</source>
        <translation>Cada linha vira partes de 1.</translation>
    </message>
    <message>
        <source>Each row becomes shares of 1; a row of −∞ alone becomes zeros.</source>
        <translation>Cada linha vira partes de 1; uma linha só de −∞ vira zeros.</translation>
    </message>
    <message>
        <source>This document has numbers so large, so small or so much alike that a short script would round them away; attnviz computes them with more care than a script can show.</source>
        <translation>Este documento tem números tão grandes, tão pequenos ou tão parecidos entre si que um script curto os perderia no arredondamento; o attnviz os calcula com mais cuidado do que um script pode mostrar.</translation>
    </message>
    <message>
        <source>how much the token before counts</source>
        <translation>quanto conta o token anterior</translation>
    </message>
    <message>
        <source>how much each token of distance costs</source>
        <translation>quanto custa cada token de distância</translation>
    </message>
    <message>
        <source>The numbers of a word: drawn at random, the same wherever the word stands.</source>
        <translation>Os números de uma palavra: sorteados, os mesmos onde quer que ela esteja.</translation>
    </message>
    <message>
        <source>places of query (row) and key (column)</source>
        <translation>lugares da query (linha) e da key (coluna)</translation>
    </message>
    <message>
        <source>{scores}: a mixture of them</source>
        <translation>{scores}: uma mistura das três</translation>
    </message>
    <message>
        <source>how well each query matches each key</source>
        <translation>quanto cada query combina com cada key</translation>
    </message>
    <message>
        <source>looks at the token before</source>
        <translation>olha para o token anterior</translation>
    </message>
    <message>
        <source>the further away, the less</source>
        <translation>quanto mais longe, menos</translation>
    </message>
    <message>
        <source>LayerNorm: each row has mean 0, variance 1</source>
        <translation>LayerNorm: cada linha com média 0 e variância 1</translation>
    </message>
    <message>
        <source>columns of each head: first its query, then its gate</source>
        <translation>colunas de cada cabeça: primeiro a query, depois o gate</translation>
    </message>
    <message>
        <source>columns: first the query, then the gate</source>
        <translation>colunas: primeiro a query, depois o gate</translation>
    </message>
    <message>
        <source>queries: what each token asks for</source>
        <translation>queries: o que cada token pergunta</translation>
    </message>
    <message>
        <source>keys: what each token answers to</source>
        <translation>keys: a que cada token responde</translation>
    </message>
    <message>
        <source>values: what each token gives</source>
        <translation>values: o que cada token entrega</translation>
    </message>
    <message>
        <source>{scores}: how well each query matches each key</source>
        <translation>{scores}: quanto cada query combina com cada key</translation>
    </message>
    <message>
        <source>neighbouring query heads share one head of keys</source>
        <translation>cabeças de query vizinhas dividem uma cabeça de keys</translation>
    </message>
    <message>
        <source>a key that may not be seen gets −∞</source>
        <translation>key escondida recebe −∞</translation>
    </message>
    <message>
        <source>{matrix}, masked</source>
        <translation>{matrix}, mascarado</translation>
    </message>
    <message>
        <source>A: each row sums to 1, or to 0 where a query sees no key</source>
        <translation>A: cada linha soma 1, ou 0 onde a query não vê nenhuma key</translation>
    </message>
    <message>
        <source>A: each row sums to 1</source>
        <translation>A: cada linha soma 1</translation>
    </message>
    <message>
        <source>{scores} / √d_k</source>
        <translation>{scores} / √d_k</translation>
    </message>
    <message>
        <source>below 1 it sharpens the rows, above 1 it flattens them</source>
        <translation>abaixo de 1 concentra as linhas, acima de 1 as achata</translation>
    </message>
    <message>
        <source>The queries are the last n_q of the n_k positions.</source>
        <translation>As queries são as últimas n_q das n_k posições.</translation>
    </message>
    <message>
        <source>nobody looks ahead, nor further back than the window</source>
        <translation>ninguém olha adiante, nem para trás além da janela</translation>
    </message>
    <message>
        <source>causal: nobody looks ahead</source>
        <translation>causal: ninguém olha adiante</translation>
    </message>
    <message>
        <source>the last keys are padding</source>
        <translation>as últimas keys são padding</translation>
    </message>
    <message>
        <source>and one head of values</source>
        <translation>e uma cabeça de values</translation>
    </message>
    <message>
        <source>{output}: every row of A mixes the values</source>
        <translation>{output}: cada linha de A mistura os values</translation>
    </message>
    <message>
        <source>every component passes by its own share, between 0 and 1</source>
        <translation>cada componente passa na sua proporção, entre 0 e 1</translation>
    </message>
    <message>
        <source>the heads side by side</source>
        <translation>as cabeças lado a lado</translation>
    </message>
    <message>
        <source>the output projection</source>
        <translation>a projeção de saída</translation>
    </message>
    <message>
        <source>Attention whose numbers can be trained.</source>
        <translation>Atenção cujos números podem ser treinados.</translation>
    </message>
    <message>
        <source>to look, not to learn</source>
        <translation>só para olhar, sem aprender</translation>
    </message>
    <message>
        <source>as precise as attnviz computes</source>
        <translation>a mesma precisão do attnviz</translation>
    </message>
    <message>
        <source>row i is 1 at token i and 0 elsewhere: x @ W then picks row i of W</source>
        <translation>a linha i é 1 no token i e 0 no resto: x @ W então escolhe a linha i de W</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>cabeças</translation>
    </message>
    <message>
        <source>A layer that computes x @ W: nn.Linear stores the transpose, W.T.</source>
        <translation>Uma camada que calcula x @ W: nn.Linear guarda a transposta, W.T.</translation>
    </message>
    <message>
        <source>Needs Python and {library}; rows are queries, columns are keys.</source>
        <translation>Requer Python e {library}; linhas são queries, colunas são keys.</translation>
    </message>
    <message>
        <source>Attention, step by step</source>
        <translation>Atenção, passo a passo</translation>
    </message>
    <message>
        <source>Imported attention is not computed here, so there is no module to write: choose NumPy.</source>
        <translation>A atenção importada não é calculada aqui, então não há módulo a escrever: escolha NumPy.</translation>
    </message>
    <message>
        <source>the weights came from</source>
        <translation>os pesos vieram de</translation>
    </message>
    <message>
        <source>layer and head, counted from 0</source>
        <translation>camada e cabeça, contadas a partir de 0</translation>
    </message>
</context>
<context>
    <name>compare</name>
    <message>
        <source>both are the same</source>
        <translation>as duas são iguais</translation>
    </message>
    <message>
        <source>largest: “{query}” to “{key}” {number}</source>
        <translation>maior: “{query}” para “{key}” {number}</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>diferença</translation>
    </message>
    <message>
        <source>the first minus the second</source>
        <translation>a primeira menos a segunda</translation>
    </message>
    <message>
        <source>cells without a difference: {k}</source>
        <translation>células sem diferença: {k}</translation>
    </message>
    <message>
        <source>the others are the same</source>
        <translation>as outras são iguais</translation>
    </message>
    <message>
        <source>largest: {number}</source>
        <translation>maior: {number}</translation>
    </message>
    <message>
        <source>{sentence} (not in view)</source>
        <translation>{sentence} (fora da vista)</translation>
    </message>
    <message>
        <source>entropy {bits} bits</source>
        <translation>entropia de {bits} bits</translation>
    </message>
    <message>
        <source>saturated rows {k} of {n}</source>
        <translation>linhas saturadas: {k} de {n}</translation>
    </message>
    <message>
        <source>saturated columns {k} of {n}</source>
        <translation>colunas saturadas: {k} de {n}</translation>
    </message>
    <message>
        <source>Nothing to compare with yet.</source>
        <translation>Ainda não há com o que comparar.</translation>
    </message>
    <message>
        <source>Type the other sentence above.</source>
        <translation>Digite acima a outra frase.</translation>
    </message>
    <message>
        <source>No difference of {one} and {two}: the shapes are not the same.</source>
        <translation>Não há matriz de diferença entre {one} e {two}: as formas não são iguais.</translation>
    </message>
    <message>
        <source>divided by √dₖ</source>
        <translation>dividido por √dₖ</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>sem dividir</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>máscara causal</translation>
    </message>
    <message>
        <source>without the causal mask</source>
        <translation>sem máscara causal</translation>
    </message>
    <message>
        <source>now</source>
        <translation>agora</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>fixado</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>cabeça {number}</translation>
    </message>
    <message>
        <source>content head</source>
        <translation>cabeça de conteúdo</translation>
    </message>
    <message>
        <source>previous-token head</source>
        <translation>cabeça do token anterior</translation>
    </message>
    <message>
        <source>distance head</source>
        <translation>cabeça de distância</translation>
    </message>
    <message>
        <source>mixed head</source>
        <translation>cabeça mista</translation>
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
    <message>
        <source>Rollout follows tokens from layer to layer: it needs as many queries ({n_q}) as keys ({n_k}).</source>
        <translation>O rollout acompanha os tokens de camada em camada: precisa de tantas queries ({n_q}) quantas keys ({n_k}).</translation>
    </message>
    <message>
        <source>Rollout multiplies whole matrices: it is worked out for at most {most} tokens.</source>
        <translation>O rollout multiplica matrizes inteiras: é calculado para no máximo {most} tokens.</translation>
    </message>
    <message>
        <source>There is no attention here: the model did not return it.</source>
        <translation>Não há atenção aqui: o modelo não a devolveu.</translation>
    </message>
    <message>
        <source>The model did not return the attention of layer {layer}, counted from 0.</source>
        <translation>O modelo não devolveu a atenção da camada {layer}, contando a partir de 0.</translation>
    </message>
    <message>
        <source>The layers differ in size ({found}); expected the same for all.</source>
        <translation>As camadas têm tamanhos diferentes ({found}); espera-se o mesmo para todas.</translation>
    </message>
    <message>
        <source>Layer {layer}, counted from 0, has shape {found}; expected heads × queries × keys.</source>
        <translation>A camada {layer}, contando a partir de 0, tem a forma {found}; espera-se cabeças × queries × keys.</translation>
    </message>
    <message>
        <source>There is no attention inside: the model did not return it. Load the model with attn_implementation=&quot;eager&quot;, call it with output_attentions=True, and export again.</source>
        <translation>Não há atenção aqui dentro: o modelo não a devolveu. Carregue o modelo com attn_implementation=&quot;eager&quot;, chame-o com output_attentions=True e exporte de novo.</translation>
    </message>
    <message>
        <source>The words must cover all {count} pieces, one after another.</source>
        <translation>As palavras precisam cobrir todos os pedaços ({count}), um depois do outro.</translation>
    </message>
</context>
<context>
    <name>diagnosis</name>
    <message>
        <source>Apply the softmax</source>
        <translation>Aplicar o softmax</translation>
    </message>
    <message>
        <source>Exchange rows and columns</source>
        <translation>Trocar linhas e colunas</translation>
    </message>
    <message>
        <source>Rescale to weights</source>
        <translation>Reescalar para pesos</translation>
    </message>
    <message>
        <source>Divide each row by its sum</source>
        <translation>Dividir cada linha por sua soma</translation>
    </message>
    <message>
        <source>Leave the padding out</source>
        <translation>Deixar o padding de fora</translation>
    </message>
    <message>
        <source>Keep the first sample only</source>
        <translation>Ficar só com a primeira amostra</translation>
    </message>
    <message>
        <source>Mask what lies above the diagonal</source>
        <translation>Mascarar o que está acima da diagonal</translation>
    </message>
    <message>
        <source>Set these cells to 0</source>
        <translation>Pôr 0 nessas células</translation>
    </message>
    <message>
        <source>Judged by a sample: {heads} of {of} heads, spread over all layers.</source>
        <translation>Avaliado por amostra: {heads} de {of} cabeças, espalhadas por todas as camadas.</translation>
    </message>
    <message>
        <source>The numbers are whole parts of {of}, as a byte keeps them: rows sum to {low} … {high} instead of 1.</source>
        <translation>Os números são frações inteiras de {of}, como um byte os guarda: as linhas somam {low} … {high} em vez de 1.</translation>
    </message>
    <message>
        <source>These are scores, not weights: they go from {low} to {high}, and rows do not sum to 1. A softmax over each row makes weights of them.</source>
        <translation>São scores, não pesos: vão de {low} a {high}, e as linhas não somam 1. Um softmax sobre cada linha faz deles pesos.</translation>
    </message>
    <message>
        <source>Rows sum to 1, but some numbers are negative (down to {low}): these are no probabilities.</source>
        <translation>As linhas somam 1, mas alguns números são negativos (até {low}): não são probabilidades.</translation>
    </message>
    <message>
        <source>Rows with a negative number: {count} of {of} looked at; the lowest is {low}, in {place}. The others are weights, and no weight can be negative, so a number in these may be wrong.</source>
        <translation>Linhas com um número negativo: {count} de {of} examinadas; o menor é {low}, em {place}. As outras são pesos, e nenhum peso pode ser negativo; então algum número destas pode estar errado.</translation>
    </message>
    <message>
        <source>Dropout was on: rows sum to up to {high}, as with weights divided by 1 − p for p ≈ {amount}. Call model.eval() before exporting; rescaling cannot bring back what was dropped.</source>
        <translation>O dropout estava ligado: há linhas que somam até {high}, como ocorre com pesos divididos por 1 − p, com p ≈ {amount}. Chame model.eval() antes de exportar; mudar a escala não traz de volta o que foi descartado.</translation>
    </message>
    <message>
        <source>Rows that do not sum to 1: {count} of {of} looked at; the one farthest off sums to {amount}. The others are weights, so a number in these may be wrong.</source>
        <translation>Linhas que não somam 1: {count} de {of} examinadas; a mais distante soma {amount}. As outras são pesos; então algum número destas pode estar errado.</translation>
    </message>
    <message>
        <source>Rows that sum to 0: {count} of {of} looked at. Their queries look at no key.</source>
        <translation>Linhas que somam 0: {count} de {of} examinadas. Suas queries não olham para nenhuma key.</translation>
    </message>
    <message>
        <source>Rows that are NaN (not a number) throughout: {count} of {of} looked at. No key was allowed there, as a softmax over a row that is masked as a whole gives.</source>
        <translation>Linhas inteiras de NaN (não é um número): {count} de {of} examinadas. Nenhuma key era permitida ali, como resulta de um softmax sobre uma linha toda mascarada.</translation>
    </message>
    <message>
        <source>Cells that are NaN (not a number) beside numbers in their row: {count}. Something went wrong.</source>
        <translation>Células que são NaN (não é um número) ao lado de números na mesma linha: {count}. Algo deu errado.</translation>
    </message>
    <message>
        <source>Infinite cells: {count}. No weight can be infinite.</source>
        <translation>Células infinitas: {count}. Nenhum peso pode ser infinito.</translation>
    </message>
    <message>
        <source>Layers without attention: {count} of {of}; the model did not return it. Load it with attn_implementation=&quot;eager&quot;; layers of linear attention have no matrix at all.</source>
        <translation>Camadas sem atenção: {count} de {of}; o modelo não a devolveu. Carregue-o com attn_implementation=&quot;eager&quot;; camadas de atenção linear não têm matriz alguma.</translation>
    </message>
    <message>
        <source>Rows sum to 100: these are percentages.</source>
        <translation>As linhas somam 100: são porcentagens.</translation>
    </message>
    <message>
        <source>query “{query}”</source>
        <translation>query “{query}”</translation>
    </message>
    <message>
        <source>These are whole numbers up to {high}, as in a heatmap saved as an image; 255 stands for 1.</source>
        <translation>São números inteiros até {high}, como num mapa de calor salvo como imagem; 255 representa 1.</translation>
    </message>
    <message>
        <source>Every row sums to {amount} instead of 1.</source>
        <translation>Cada linha soma {amount} em vez de 1.</translation>
    </message>
    <message>
        <source>Rows sum to anything between {low} and {high} instead of 1: some keys may have been cut off.</source>
        <translation>As linhas somam qualquer coisa entre {low} e {high} em vez de 1: talvez algumas keys tenham sido cortadas.</translation>
    </message>
    <message>
        <source>Columns sum to 1, not rows: rows and columns seem to be exchanged (rows are queries here).</source>
        <translation>As colunas somam 1, não as linhas: linhas e colunas parecem trocadas (aqui as linhas são queries).</translation>
    </message>
    <message>
        <source>The numbers are rounded to {amount} decimals: rows sum to {low} … {high} instead of 1.</source>
        <translation>Os números estão arredondados para {amount} casas decimais: as linhas somam {low} … {high} em vez de 1.</translation>
    </message>
    <message>
        <source>Every number is 0: there is no attention to see.</source>
        <translation>Todos os números são 0: não há atenção para ver.</translation>
    </message>
    <message>
        <source>Up to {percent} % of the weight of a head lies above the diagonal, on later tokens, although the model seems to be causal: the mask may have been left out ({count} of {of} heads looked at).</source>
        <translation>Até {percent}% do peso de uma cabeça está acima da diagonal, em tokens posteriores, embora o modelo pareça causal: talvez a máscara tenha sido esquecida ({count} de {of} cabeças examinadas).</translation>
    </message>
    <message>
        <source>No query looks at {count} of {of} keys, all at the ends: they seem to be padding.</source>
        <translation>Nenhuma query olha para {count} de {of} keys, todas nas pontas: parecem ser padding.</translation>
    </message>
    <message>
        <source>Each of what was read as {count} layers or heads leaves out other keys: it may be a batch of samples of different lengths.</source>
        <translation>Cada uma do que foi lido como {count} camadas ou cabeças deixa de fora outras keys: talvez seja um lote de amostras de comprimentos diferentes.</translation>
    </message>
</context>
<context>
    <name>doctor</name>
    <message>
        <source>{found} is too old.</source>
        <translation>{found} é antigo demais.</translation>
    </message>
    <message>
        <source>Install Python {needed} or newer.</source>
        <translation>Instale o Python {needed} ou mais novo.</translation>
    </message>
    <message>
        <source>This installs what fits: {command}</source>
        <translation>Isto instala o que serve: {command}</translation>
    </message>
    <message>
        <source>{name} is missing.</source>
        <translation>Falta {name}.</translation>
    </message>
    <message>
        <source>{name} {found} does not fit: from {oldest}, below {too_new}.</source>
        <translation>{name} {found} não serve: a partir de {oldest}, abaixo de {too_new}.</translation>
    </message>
    <message>
        <source>System libraries that Qt needs are missing: {names}</source>
        <translation>Faltam bibliotecas do sistema de que o Qt precisa: {names}</translation>
    </message>
    <message>
        <source>This installs them: {command}</source>
        <translation>Isto as instala: {command}</translation>
    </message>
    <message>
        <source>The system libraries that Qt needs</source>
        <translation>As bibliotecas do sistema de que o Qt precisa</translation>
    </message>
    <message>
        <source>No screen answers: {names}.</source>
        <translation>Nenhuma tela responde: {names}.</translation>
    </message>
    <message>
        <source>There is no screen: neither DISPLAY nor WAYLAND_DISPLAY is set.</source>
        <translation>Não há tela: nem DISPLAY nem WAYLAND_DISPLAY está definida.</translation>
    </message>
    <message>
        <source>The window needs a desktop. The commands lessons, compute, export and code work without one.</source>
        <translation>A janela precisa de uma área de trabalho. Os comandos lessons, compute, export e code funcionam sem ela.</translation>
    </message>
    <message>
        <source>slides (.pptx)</source>
        <translation>slides (.pptx)</translation>
    </message>
    <message>
        <source>animations (.gif, .webp)</source>
        <translation>animações (.gif, .webp)</translation>
    </message>
    <message>
        <source>films (.mp4)</source>
        <translation>filmes (.mp4)</translation>
    </message>
    <message>
        <source>This build of the program comes without it.</source>
        <translation>Esta versão do programa vem sem ela.</translation>
    </message>
    <message>
        <source>This installs it: {command}</source>
        <translation>Isto a instala: {command}</translation>
    </message>
    <message>
        <source>{name} is not installed: no {purpose}.</source>
        <translation>{name} não está instalada: sem {purpose}.</translation>
    </message>
    <message>
        <source>The numbers of the first lesson come out right</source>
        <translation>Os números da primeira lição saem certos</translation>
    </message>
    <message>
        <source>The numbers of the first lesson are off by {off}.</source>
        <translation>Os números da primeira lição erram por {off}.</translation>
    </message>
    <message>
        <source>NumPy or the processor computes wrongly; another version of NumPy may help.</source>
        <translation>O NumPy ou o processador calcula errado; outra versão do NumPy pode ajudar.</translation>
    </message>
    <message>
        <source>Matrix products in {kind} come out wrong.</source>
        <translation>Produtos de matrizes em {kind} saem errados.</translation>
    </message>
    <message>
        <source>Matrix products are exact</source>
        <translation>Os produtos de matrizes são exatos</translation>
    </message>
    <message>
        <source>Lessons: {count}</source>
        <translation>Lições: {count}</translation>
    </message>
    <message>
        <source>No temporary file can be written.</source>
        <translation>Não é possível escrever arquivos temporários.</translation>
    </message>
    <message>
        <source>Free some space, or set TMPDIR to a folder that can be written ({error}).</source>
        <translation>Libere espaço, ou aponte TMPDIR para uma pasta em que se possa escrever ({error}).</translation>
    </message>
    <message>
        <source>Temporary files: {folder}</source>
        <translation>Arquivos temporários: {folder}</translation>
    </message>
    <message>
        <source>The check “{name}” failed.</source>
        <translation>A verificação “{name}” falhou.</translation>
    </message>
    <message>
        <source>Qt does not start.</source>
        <translation>O Qt não inicia.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>note</source>
        <translation>aviso</translation>
    </message>
    <message>
        <source>WRONG</source>
        <translation>ERRO</translation>
    </message>
    <message>
        <source>attnviz has all that it needs.</source>
        <translation>O attnviz tem tudo de que precisa.</translation>
    </message>
    <message>
        <source>Found wrong: {count}. The lines above say what helps.</source>
        <translation>Problemas: {count}. As linhas acima dizem o que ajuda.</translation>
    </message>
    <message>
        <source>OpenGL is not needed: the processor draws</source>
        <translation>OpenGL não é necessário: o processador desenha</translation>
    </message>
    <message>
        <source>Screen: {width} × {height}, scale {ratio}</source>
        <translation>Tela: {width} × {height}, escala {ratio}</translation>
    </message>
    <message>
        <source>The window wants {width} × {height}, and no screen is as large.</source>
        <translation>A janela quer {width} × {height}, e nenhuma tela é tão grande.</translation>
    </message>
    <message>
        <source>A smaller scale factor in the system’s settings makes room.</source>
        <translation>Um fator de escala menor nas configurações do sistema abre espaço.</translation>
    </message>
    <message>
        <source>Typeface: {name}</source>
        <translation>Fonte tipográfica: {name}</translation>
    </message>
    <message>
        <source>The typeface {name} is not found.</source>
        <translation>A fonte tipográfica {name} não foi encontrada.</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>chinês</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>japonês</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>coreano</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>árabe</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>hindi</translation>
    </message>
    <message>
        <source>emoji</source>
        <translation>emojis</translation>
    </message>
    <message>
        <source>No typeface here has: {scripts}. Such tokens show as boxes.</source>
        <translation>Nenhuma fonte tipográfica daqui tem: {scripts}. Esses tokens aparecem como quadradinhos.</translation>
    </message>
    <message>
        <source>Install typefaces that have them, on Debian and Ubuntu: {command}</source>
        <translation>Instale fontes que os tenham; no Debian e no Ubuntu: {command}</translation>
    </message>
    <message>
        <source>{name} is not found.</source>
        <translation>{name} não foi encontrado.</translation>
    </message>
    <message>
        <source>{name}: Qt’s own words, such as Cancel, are English.</source>
        <translation>{name}: as palavras do próprio Qt, como Cancelar, estão em inglês.</translation>
    </message>
    <message>
        <source>Language: {name}</source>
        <translation>Idioma: {name}</translation>
    </message>
    <message>
        <source>Qt lacks picture formats: {names}</source>
        <translation>Faltam ao Qt formatos de imagem: {names}</translation>
    </message>
    <message>
        <source>Picture formats: PNG, SVG</source>
        <translation>Formatos de imagem: PNG, SVG</translation>
    </message>
    <message>
        <source>Settings: {file}</source>
        <translation>Configurações: {file}</translation>
    </message>
    <message>
        <source>Settings cannot be kept in {file}.</source>
        <translation>As configurações não podem ser guardadas em {file}.</translation>
    </message>
    <message>
        <source>Neither recovered documents nor the log can be kept in {folder}.</source>
        <translation>Nem documentos recuperados nem o registro podem ser guardados em {folder}.</translation>
    </message>
    <message>
        <source>Recovery and log: {folder}</source>
        <translation>Recuperação e registro: {folder}</translation>
    </message>
    <message>
        <source>Give yourself the right to write in {folder}.</source>
        <translation>Dê a si mesmo o direito de escrever em {folder}.</translation>
    </message>
    <message>
        <source>A file of the program is missing: install it again.</source>
        <translation>Falta um arquivo do programa: instale-o de novo.</translation>
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
    <message>
        <source>Nothing in these tokens tells which pieces make up a word.</source>
        <translation>Nada nestes tokens diz quais pedaços formam uma palavra.</translation>
    </message>
    <message>
        <source>This document is not attention that was imported.</source>
        <translation>Este documento não é atenção importada.</translation>
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
    <message>
        <source>“{token}” written out</source>
        <translation>“{token}” por extenso</translation>
    </message>
    <message>
        <source>{what} is not in this program, which was built without the library for it. attnviz for Python writes it: pip install &quot;attnviz[{extra}]&quot;</source>
        <translation>Este programa não grava {what}: foi montado sem a biblioteca que faz isso. O attnviz para Python grava: pip install &quot;attnviz[{extra}]&quot;</translation>
    </message>
    <message>
        <source>For {what} a library is missing. This installs it: pip install &quot;attnviz[{extra}]&quot;</source>
        <translation>Falta uma biblioteca para {what}. Esta linha a instala: pip install &quot;attnviz[{extra}]&quot;</translation>
    </message>
    <message>
        <source>{file} ends in “{found}”, but numbers are saved as {expected}.</source>
        <translation>{file} termina em “{found}”, mas números são salvos como {expected}.</translation>
    </message>
    <message>
        <source>There is no matrix “{name}” here: choose among {names}.</source>
        <translation>Não há matriz “{name}” aqui: escolha entre {names}.</translation>
    </message>
    <message>
        <source>{width} × {height} pixels do not fit an animation: each side has {least} to {most}.</source>
        <translation>{width} × {height} pixels não servem para uma animação: cada lado tem de {least} a {most}.</translation>
    </message>
    <message>
        <source>{file} ends in “{found}”, but an animation is saved as {expected}.</source>
        <translation>{file} termina em “{found}”, mas uma animação é salva como {expected}.</translation>
    </message>
    <message>
        <source>A GIF shows at most {most} pictures a second, and {found} were asked for.</source>
        <translation>Um GIF mostra no máximo {most} quadros por segundo, e foram pedidos {found}.</translation>
    </message>
</context>
<context>
    <name>facts</name>
    <message>
        <source>unknown</source>
        <translation>desconhecida</translation>
    </message>
    <message>
        <source>{name}, threads: {threads}</source>
        <translation>{name}, threads: {threads}</translation>
    </message>
    <message>
        <source>built for this system</source>
        <translation>construído para este sistema</translation>
    </message>
    <message>
        <source>installed in Python</source>
        <translation>instalado no Python</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
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
        <source>“{query}” looks at no key: no weight is above 0</source>
        <translation>“{query}” não olha para nenhuma key: nenhum peso é maior que 0</translation>
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
        <source>in {weights} {sentence}</source>
        <translation>em {weights}, {sentence}</translation>
    </message>
    <message>
        <source>“{query}” looks at every key alike:</source>
        <translation>“{query}” olha igualmente para todas as keys:</translation>
    </message>
    <message>
        <source>“{query}” looks at its {n} keys alike:</source>
        <translation>“{query}” olha igualmente para suas {n} keys:</translation>
    </message>
    <message>
        <source>“{query}” looks most at {n} keys, alike:</source>
        <translation>“{query}” olha mais para {n} keys, igualmente:</translation>
    </message>
    <message>
        <source>masked keys: {n}</source>
        <translation>keys mascaradas: {n}</translation>
    </message>
    <message>
        <source>NaN or infinite: {n}</source>
        <translation>NaN ou infinitos: {n}</translation>
    </message>
    <message>
        <source>each pixel shows the largest of {down} × {across} cells</source>
        <translation>cada pixel mostra a maior de {down} × {across} células</translation>
    </message>
    <message>
        <source>cells too small for numbers: press + to come closer</source>
        <translation>células pequenas demais para os números: tecle + para aproximar</translation>
    </message>
    <message>
        <source>cells too small for numbers: come closer (+)</source>
        <translation>células pequenas demais para os números: aproxime (+)</translation>
    </message>
    <message>
        <source>In sight: {part}.</source>
        <translation>À vista: {part}.</translation>
    </message>
    <message>
        <source>entropy (bits)</source>
        <translation>entropia (bits)</translation>
    </message>
    <message>
        <source>attention received</source>
        <translation>atenção recebida</translation>
    </message>
    <message>
        <source>raw score</source>
        <translation>score bruto</translation>
    </message>
    <message>
        <source>scaled score</source>
        <translation>score escalado</translation>
    </message>
    <message>
        <source>Mask: who may look at whom</source>
        <translation>Máscara: quem pode olhar para quem</translation>
    </message>
    <message>
        <source>may be looked at</source>
        <translation>pode ser olhada</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>gradiente</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Todas as cabeças</translation>
    </message>
    <message>
        <source>still to come</source>
        <translation>ainda por vir</translation>
    </message>
    <message>
        <source>layers: {n_layers} · heads: {n_heads}</source>
        <translation>camadas: {n_layers} · cabeças: {n_heads}</translation>
    </message>
    <message>
        <source>layers down, heads across; the largest weight of each block, colours by square root</source>
        <translation>camadas para baixo, cabeças para o lado; o maior peso de cada bloco, cores pela raiz quadrada</translation>
    </message>
    <message>
        <source>layers down, heads across; the largest number of each block, from {low} to {high}</source>
        <translation>camadas para baixo, cabeças para o lado; o maior número de cada bloco, de {low} a {high}</translation>
    </message>
    <message>
        <source>up to {number}</source>
        <translation>até {number}</translation>
    </message>
    <message>
        <source>{shown} of {all} heads by: {pattern}</source>
        <translation>{shown} de {all} cabeças por: {pattern}</translation>
    </message>
    <message>
        <source>{percent} % read</source>
        <translation>{percent}% lido</translation>
    </message>
    <message>
        <source>patterns are defined for weights, rows of shares that sum to 1, and these are none</source>
        <translation>os padrões são definidos para pesos, linhas de partes que somam 1, e estas não são</translation>
    </message>
    <message>
        <source>from a sample of rows</source>
        <translation>de uma amostra das linhas</translation>
    </message>
    <message>
        <source>a cross: not a number (NaN)</source>
        <translation>uma cruz: não é um número (NaN)</translation>
    </message>
    <message>
        <source>a triangle: infinite</source>
        <translation>um triângulo: infinito</translation>
    </message>
    <message>
        <source>Thumbnails of {n} attention heads, {layers} layers by {heads} heads.</source>
        <translation>Miniaturas de {n} cabeças de atenção, {layers} camadas por {heads} cabeças.</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>calculando…</translation>
    </message>
    <message>
        <source>{scores} + mask</source>
        <translation>{scores} + máscara</translation>
    </message>
    <message>
        <source>Attention rollout</source>
        <translation>Rollout da atenção</translation>
    </message>
    <message>
        <source>A, as imported</source>
        <translation>A, como importado</translation>
    </message>
    <message>
        <source>Mean of A</source>
        <translation>Média de A</translation>
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
        <source>measures of {weights}, the weights</source>
        <translation>medidas de {weights}, os pesos</translation>
    </message>
    <message>
        <source>standard deviation of {scores}</source>
        <translation>desvio padrão de {scores}</translation>
    </message>
    <message>
        <source>saturated columns</source>
        <translation>colunas saturadas</translation>
    </message>
    <message>
        <source>saturated rows</source>
        <translation>linhas saturadas</translation>
    </message>
    <message>
        <source>&gt; {limit}, of rows with a choice</source>
        <translation>&gt; {limit}, se há escolha</translation>
    </message>
    <message>
        <source>&gt; {limit}, of columns with a choice</source>
        <translation>&gt; {limit}, se há escolha</translation>
    </message>
    <message>
        <source>mean ‖J‖ of the columns</source>
        <translation>‖J‖ média das colunas</translation>
    </message>
    <message>
        <source>mean ‖J‖, those with a choice</source>
        <translation>‖J‖ média, se há escolha</translation>
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
        <source>gradient that passes</source>
        <translation>gradiente que passa</translation>
    </message>
    <message>
        <source>{n} tokens on average</source>
        <translation>{n} tokens em média</translation>
    </message>
    <message>
        <source>mean ‖J‖ of the rows</source>
        <translation>‖J‖ média das linhas</translation>
    </message>
    <message>
        <source>masked: hatched</source>
        <translation>mascarada: hachurada</translation>
    </message>
    <message>
        <source>Attention weights, {n_q} queries by {n_k} keys. The query “{query}” looks at {weights}.</source>
        <translation>Pesos de atenção, {n_q} queries por {n_k} keys. A query “{query}” olha para {weights}.</translation>
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
        <source>Attention step by step. Weights of the query “{query}”: {weights}.</source>
        <translation>Atenção passo a passo. Pesos da query “{query}”: {weights}.</translation>
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
    <message>
        <source>square root</source>
        <translation>raiz quadrada</translation>
    </message>
    <message>
        <source>% of the query’s largest in both</source>
        <translation>% do maior da query nas duas</translation>
    </message>
    <message>
        <source>% of the query’s largest</source>
        <translation>% do maior da query</translation>
    </message>
    <message>
        <source>quantiles of a sample</source>
        <translation>quantis de uma amostra</translation>
    </message>
    <message>
        <source>quantiles</source>
        <translation>quantis</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>every number is 0</source>
        <translation>todos os números são 0</translation>
    </message>
    <message>
        <source>range read from the numbers</source>
        <translation>faixa lida dos números</translation>
    </message>
    <message>
        <source>right end read from the numbers</source>
        <translation>extremo direito lido dos números</translation>
    </message>
    <message>
        <source>left end read from the numbers</source>
        <translation>extremo esquerdo lido dos números</translation>
    </message>
    <message>
        <source>log from {number}</source>
        <translation>escala logarítmica desde {number}</translation>
    </message>
    <message>
        <source>quantiles of a sample of both</source>
        <translation>quantis de uma amostra das duas</translation>
    </message>
    <message>
        <source>quantiles of both</source>
        <translation>quantis das duas</translation>
    </message>
    <message>
        <source>key {key} left out of the range; its numbers may lie beyond the end</source>
        <translation>key {key} fora da faixa; seus números podem passar do extremo</translation>
    </message>
    <message>
        <source>range read from both</source>
        <translation>faixa lida das duas</translation>
    </message>
    <message>
        <source>right end read from both</source>
        <translation>extremo direito lido das duas</translation>
    </message>
    <message>
        <source>left end read from both</source>
        <translation>extremo esquerdo lido das duas</translation>
    </message>
    <message>
        <source>not a number (NaN)</source>
        <translation>não é um número (NaN)</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>infinito</translation>
    </message>
    <message>
        <source>minus infinite</source>
        <translation>menos infinito</translation>
    </message>
    <message>
        <source>beyond the right end</source>
        <translation>além do extremo direito</translation>
    </message>
    <message>
        <source>beyond the left end</source>
        <translation>além do extremo esquerdo</translation>
    </message>
    <message>
        <source>from {low} to {high}</source>
        <translation>de {low} a {high}</translation>
    </message>
    <message>
        <source>half of the sizes are below {number}</source>
        <translation>metade dos módulos está abaixo de {number}</translation>
    </message>
    <message>
        <source>{share} of the weight comes from each of {n} keys</source>
        <translation>{share} do peso vem de cada uma de {n} keys</translation>
    </message>
    <message>
        <source>{share} of the weight comes from itself</source>
        <translation>{share} do peso vem de si mesmo</translation>
    </message>
    <message>
        <source>{share} of the weight comes from “{key}”</source>
        <translation>{share} do peso vem de “{key}”</translation>
    </message>
    <message>
        <source>{share} from itself</source>
        <translation>{share} de si mesmo</translation>
    </message>
    <message>
        <source>{share} from “{key}”</source>
        <translation>{share} de “{key}”</translation>
    </message>
    <message>
        <source>&lt; {n} %</source>
        <translation>&lt; {n}%</translation>
    </message>
    <message>
        <source>&gt; {n} %</source>
        <translation>&gt; {n}%</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n}%</translation>
    </message>
    <message>
        <source>Cells that are not a number: {k}</source>
        <translation>Células que não são números: {k}</translation>
    </message>
    <message>
        <source>Queries whose weights do not sum to 1: {k} of {n}</source>
        <translation>Queries cujos pesos não somam 1: {k} de {n}</translation>
    </message>
    <message>
        <source>Some numbers are negative: these are no weights</source>
        <translation>Alguns números são negativos: não são pesos</translation>
    </message>
    <message>
        <source>Query “{query}” has a negative weight: no weight can be below 0</source>
        <translation>A query “{query}” tem um peso negativo: nenhum peso pode ser menor que 0</translation>
    </message>
    <message>
        <source>Queries with a negative weight: {k} of {n}, the first “{query}”; no weight can be below 0</source>
        <translation>Queries com um peso negativo: {k} de {n}, a primeira “{query}”; nenhum peso pode ser menor que 0</translation>
    </message>
    <message>
        <source>Queries that may look at no key: {k} of {n}; their weights are 0</source>
        <translation>Queries que não podem olhar para nenhuma key: {k} de {n}; seus pesos são 0</translation>
    </message>
    <message>
        <source>There is only one key: every query gives it all its weight</source>
        <translation>Só há uma key: toda query dá a ela todo o seu peso</translation>
    </message>
    <message>
        <source>Every query may look at one key alone and gives it all its weight</source>
        <translation>Cada query só pode olhar para uma key e dá a ela todo o peso</translation>
    </message>
    <message>
        <source>Saturated queries: {k} of {n}; almost no gradient passes through them</source>
        <translation>Queries saturadas: {k} de {n}; quase nenhum gradiente passa por elas</translation>
    </message>
    <message>
        <source>One token takes most of the attention</source>
        <translation>Um único token fica com a maior parte da atenção</translation>
    </message>
    <message>
        <source>Nearly every query looks at itself: {share} of the weight</source>
        <translation>Quase toda query olha para si mesma: {share} do peso</translation>
    </message>
    <message>
        <source>Every query looks at all keys alike: nothing is chosen</source>
        <translation>Toda query olha igualmente para todas as keys: nada é escolhido</translation>
    </message>
    <message>
        <source>Every query looks at all keys nearly alike: little is chosen</source>
        <translation>Toda query olha quase igualmente para todas as keys: pouco é escolhido</translation>
    </message>
    <message>
        <source>Few queries are saturated: {k} of {n}</source>
        <translation>Poucas queries saturadas: {k} de {n}</translation>
    </message>
    <message>
        <source>Nothing is odd</source>
        <translation>Nada de estranho</translation>
    </message>
    <message>
        <source>negative: {k}</source>
        <translation>negativas: {k}</translation>
    </message>
    <message>
        <source>below the diagonal that ends at the bottom right: {share}</source>
        <translation>abaixo da diagonal que termina embaixo, à direita: {share}</translation>
    </message>
    <message>
        <source>above the diagonal {share}</source>
        <translation>acima da diagonal {share}</translation>
    </message>
    <message>
        <source>below the diagonal {share}</source>
        <translation>abaixo da diagonal {share}</translation>
    </message>
    <message>
        <source>sums all 1</source>
        <translation>somas todas 1</translation>
    </message>
    <message>
        <source>sums not all 1</source>
        <translation>nem toda soma é 1</translation>
    </message>
    <message>
        <source>Infinite cells: {k}</source>
        <translation>Células infinitas: {k}</translation>
    </message>
    <message>
        <source>queries that are left out of all measures: {n}</source>
        <translation>queries fora de todas as medidas: {n}</translation>
    </message>
    <message>
        <source>they are left out of all sums</source>
        <translation>ficam fora de todas as somas</translation>
    </message>
    <message>
        <source>NaN {k}</source>
        <translation>NaN {k}</translation>
    </message>
    <message>
        <source>infinite: {k}</source>
        <translation>infinitas: {k}</translation>
    </message>
    <message>
        <source>saturated {k} of {n}</source>
        <translation>saturadas {k} de {n}</translation>
    </message>
    <message>
        <source>fully masked {k}</source>
        <translation>mascaradas por inteiro {k}</translation>
    </message>
    <message>
        <source>above the diagonal that ends at the bottom right: {share}</source>
        <translation>acima da diagonal que termina embaixo, à direita: {share}</translation>
    </message>
    <message>
        <source>other sums all 1</source>
        <translation>outras somas todas 1</translation>
    </message>
    <message>
        <source>sink: “{token}” receives {share} of all attention</source>
        <translation>sumidouro: “{token}” recebe {share} de toda a atenção</translation>
    </message>
    <message>
        <source>A as arcs: the wider, the heavier</source>
        <translation>A em arcos: quanto mais largo, mais peso</translation>
    </message>
    <message>
        <source>A as lines: arcs need the same tokens as queries and keys</source>
        <translation>A em linhas: arcos pedem os mesmos tokens como queries e keys</translation>
    </message>
    <message>
        <source>A as lines: the wider, the heavier</source>
        <translation>A em linhas: quanto mais larga, mais peso</translation>
    </message>
    <message>
        <source>Weights from {threshold} up, at most {most} a query: {n} drawn, {share} of all weight</source>
        <translation>Pesos a partir de {threshold}, no máximo {most} por query: {n} no desenho, {share} de todo o peso</translation>
    </message>
    <message>
        <source>left out, the lightest: {n}</source>
        <translation>de fora, os mais leves: {n}</translation>
    </message>
    <message>
        <source>Lines from {n_q} queries to {n_k} keys.</source>
        <translation>Linhas de {n_q} queries a {n_k} keys.</translation>
    </message>
    <message>
        <source>Arcs from {n_q} queries to {n_k} keys.</source>
        <translation>Arcos de {n_q} queries a {n_k} keys.</translation>
    </message>
    <message>
        <source>The query “{query}” has arcs to: {weights}.</source>
        <translation>A query “{query}” tem arcos para: {weights}.</translation>
    </message>
    <message>
        <source>The query “{query}” has lines to: {weights}.</source>
        <translation>A query “{query}” tem linhas para: {weights}.</translation>
    </message>
    <message>
        <source>The query “{query}” has no arcs.</source>
        <translation>A query “{query}” não tem arcos.</translation>
    </message>
    <message>
        <source>The query “{query}” has no lines.</source>
        <translation>A query “{query}” não tem linhas.</translation>
    </message>
    <message>
        <source>key</source>
        <translation>key</translation>
    </message>
    <message>
        <source>looks back, or at itself</source>
        <translation>olha para trás ou para si</translation>
    </message>
    <message>
        <source>looks back</source>
        <translation>olha para trás</translation>
    </message>
    <message>
        <source>looks ahead</source>
        <translation>olha para a frente</translation>
    </message>
    <message>
        <source>query i</source>
        <translation>query i</translation>
    </message>
    <message>
        <source>key j</source>
        <translation>key j</translation>
    </message>
    <message>
        <source>mean of its {n} heads</source>
        <translation>média de suas {n} cabeças</translation>
    </message>
    <message>
        <source>mean of {n} layers</source>
        <translation>média de {n} camadas</translation>
    </message>
    <message>
        <source>mean of all {n} heads</source>
        <translation>média de todas as {n} cabeças</translation>
    </message>
    <message>
        <source>rollout up to layer {number}</source>
        <translation>rollout até a camada {number}</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>cabeça {number}</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>camada {number}</translation>
    </message>
    <message>
        <source>The bars are too close for their numbers: point at one.</source>
        <translation>Barras próximas demais para os números: aponte para uma.</translation>
    </message>
    <message>
        <source>Row of “{query}”</source>
        <translation>Linha de “{query}”</translation>
    </message>
    <message>
        <source>Column of “{query}”</source>
        <translation>Coluna de “{query}”</translation>
    </message>
    <message>
        <source>Row of “{query}” in {weights}</source>
        <translation>Linha de “{query}” em {weights}</translation>
    </message>
    <message>
        <source>Column of “{query}” in {weights}</source>
        <translation>Coluna de “{query}” em {weights}</translation>
    </message>
    <message>
        <source>sum {total}</source>
        <translation>soma {total}</translation>
    </message>
    <message>
        <source>keys {keys}: {part} of {total}</source>
        <translation>keys {keys}: {part} de {total}</translation>
    </message>
    <message>
        <source>queries: {n_q} · keys: {n_k}</source>
        <translation>queries: {n_q} · keys: {n_k}</translation>
    </message>
    <message>
        <source>of “{query}” every number is 0</source>
        <translation>de “{query}” todos os números são 0</translation>
    </message>
    <message>
        <source>largest of “{query}”:</source>
        <translation>maior de “{query}”:</translation>
    </message>
    <message>
        <source>0 everywhere</source>
        <translation>0 em toda parte</translation>
    </message>
    <message>
        <source>Only the query “{query}” has a gradient: L depends on its output alone</source>
        <translation>Só a query “{query}” tem gradiente: L depende apenas da saída dela</translation>
    </message>
    <message>
        <source>Only {k} of {n} queries have a gradient: L depends on their outputs alone</source>
        <translation>Só {k} de {n} queries têm gradiente: L depende apenas das saídas delas</translation>
    </message>
    <message>
        <source>Only {k} of {n} queries have a gradient</source>
        <translation>Só {k} de {n} queries têm gradiente</translation>
    </message>
    <message>
        <source>Queries without a gradient: {k} of {n}; their weights cannot move</source>
        <translation>Queries sem gradiente: {k} de {n}; seus pesos não podem mudar</translation>
    </message>
    <message>
        <source>L does not depend on this head</source>
        <translation>L não depende desta cabeça</translation>
    </message>
    <message>
        <source>L depends on “{query}” alone, which may look at no key</source>
        <translation>L só depende de “{query}”, que não pode olhar para nenhuma key</translation>
    </message>
    <message>
        <source>L depends on “{query}” alone, which may look at one key only</source>
        <translation>L só depende de “{query}”, que só pode olhar para uma key</translation>
    </message>
    <message>
        <source>queries {rows}, keys {keys} of {n}</source>
        <translation>queries {rows}, keys {keys} de {n}</translation>
    </message>
    <message>
        <source>queries {rows} of {n_q}, keys {keys} of {n_k}</source>
        <translation>queries {rows} de {n_q}, keys {keys} de {n_k}</translation>
    </message>
</context>
<context>
    <name>file</name>
    <message>
        <source>{path} names the array {name}, which the file does not hold.</source>
        <translation>{path} cita a matriz {name}, que não está no arquivo.</translation>
    </message>
    <message>
        <source>Queries and keys are said to be the same tokens, but their names differ.</source>
        <translation>Queries e keys deveriam ser os mesmos tokens, mas os nomes diferem.</translation>
    </message>
    <message>
        <source>eps is {found}; expected at least 0.</source>
        <translation>eps é {found}; esperado: no mínimo 0.</translation>
    </message>
    <message>
        <source>The sentence has {found} tokens; expected 1 to {most}.</source>
        <translation>A frase tem {found} tokens; esperava-se de 1 a {most}.</translation>
    </message>
    <message>
        <source>{name} is no attnviz document: it holds no {member}.</source>
        <translation>{name} não é um documento do attnviz: não contém {member}.</translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation>{file}: {problem}</translation>
    </message>
    <message>
        <source>{name} was saved by a newer attnviz: its format is {found}, and this program reads up to {known}.</source>
        <translation>{name} foi salvo por um attnviz mais novo: seu formato é {found}, e este programa lê até o {known}.</translation>
    </message>
    <message>
        <source>The view names a row, head or step that cannot be.</source>
        <translation>A visão cita uma linha, cabeça ou passo que não pode existir.</translation>
    </message>
    <message>
        <source>The view names a number of tokens or a batch that cannot be.</source>
        <translation>A visão diz um número de tokens ou um lote que não pode existir.</translation>
    </message>
    <message>
        <source>The view gives the colours of one matrix two ranges.</source>
        <translation>A visão dá duas faixas às cores de uma matriz.</translation>
    </message>
    <message>
        <source>The view gives colours a range that ends before it begins.</source>
        <translation>A visão dá às cores uma faixa que termina antes de começar.</translation>
    </message>
    <message>
        <source>This attention takes {found} MB, and it came from no file that the document could refer to: save it as .safetensors or .npz first, and open that.</source>
        <translation>Esta atenção ocupa {found} MB e não veio de um arquivo ao qual o documento pudesse se referir: salve-a antes como .safetensors ou .npz e abra esse arquivo.</translation>
    </message>
    <message>
        <source>A layer of attention has {axes} axes; expected heads × queries × keys.</source>
        <translation>Uma camada de atenção tem {axes} eixos; espera-se cabeças × queries × keys.</translation>
    </message>
    <message>
        <source>There are {n_q} and {n_k} tokens, but the matrices have {rows} rows and {columns} columns.</source>
        <translation>Há {n_q} e {n_k} tokens, mas as matrizes têm {rows} linhas e {columns} colunas.</translation>
    </message>
    <message>
        <source>What was done to the attention does not fit its matrices.</source>
        <translation>O que foi feito com a atenção não cabe em suas matrizes.</translation>
    </message>
    <message>
        <source>{name} holds no attention, and names no file of it.</source>
        <translation>{name} não contém atenção nem nomeia um arquivo que a contenha.</translation>
    </message>
    <message>
        <source>{name} refers to a file without saying where it is.</source>
        <translation>{name} se refere a um arquivo sem dizer onde ele está.</translation>
    </message>
    <message>
        <source>The attention of this document lies in {name}, which has changed since it was saved; open that file itself.</source>
        <translation>A atenção deste documento está em {name}, que mudou desde que ele foi salvo; abra esse arquivo diretamente.</translation>
    </message>
    <message>
        <source>The attention lies in {name}, which is no longer there; put it back, or beside the document.</source>
        <translation>A atenção está em {name}, que não está mais lá; ponha-o de volta, ou ao lado do documento.</translation>
    </message>
</context>
<context>
    <name>gradient</name>
    <message>
        <source>With these numbers a gradient passes the largest number the machine can hold (1.8·10³⁰⁸): use smaller ones.</source>
        <translation>Com estes números, um gradiente passa do maior número que a máquina guarda (1,8·10³⁰⁸): use números menores.</translation>
    </message>
    <message>
        <source>Imported attention brings no values, so there is no output to go back from: that takes Q, K and V, embeddings or a sentence.</source>
        <translation>Atenção importada não traz values, então não há saída de onde voltar: para isso é preciso ter Q, K e V, embeddings ou uma frase.</translation>
    </message>
    <message>
        <source>There is no loss called “{name}”: choose one of {names}.</source>
        <translation>Não existe a perda “{name}”: escolha uma destas: {names}.</translation>
    </message>
    <message>
        <source>not checked: the slopes of all {n} numbers moved are too large to measure</source>
        <translation>não conferido: as inclinações de todos os {n} números movidos são grandes demais para medir</translation>
    </message>
    <message>
        <source>slopes too large to measure: {n}</source>
        <translation>inclinações grandes demais para medir: {n}</translation>
    </message>
    <message>
        <source>✗ does not agree with really moving the numbers of {parameter} (largest difference {largest})</source>
        <translation>✗ não bate com mover de fato os números de {parameter} (maior diferença {largest})</translation>
    </message>
    <message>
        <source>✓ agrees with really moving {checked} of the {all} numbers, drawn at random (largest difference {largest})</source>
        <translation>✓ bate com mover de fato {checked} dos {all} números, sorteados (maior diferença {largest})</translation>
    </message>
    <message>
        <source>✓ agrees with really moving {checked} of the {all} numbers (largest difference {largest})</source>
        <translation>✓ bate com mover de fato {checked} dos {all} números (maior diferença {largest})</translation>
    </message>
    <message>
        <source>✓ agrees with really moving each of the {checked} numbers (largest difference {largest})</source>
        <translation>✓ bate com mover de fato cada um dos {checked} números (maior diferença {largest})</translation>
    </message>
    <message>
        <source>moved up and down by h = {h}</source>
        <translation>movidos para cima e para baixo por h = {h}</translation>
    </message>
    <message>
        <source>central differences: {step}</source>
        <translation>diferenças centrais: {step}</translation>
    </message>
    <message>
        <source>largest relative difference {number}</source>
        <translation>maior diferença relativa {number}</translation>
    </message>
    <message>
        <source>largest |row sum of ∂S| {sum}</source>
        <translation>maior |soma de linha de ∂S| {sum}</translation>
    </message>
    <message>
        <source>LayerNorm has no derivative at {skipped} numbers, which were not moved</source>
        <translation>a LayerNorm não tem derivada em {skipped} números, que não foram movidos</translation>
    </message>
    <message>
        <source>too many scores to compare with central differences: at most {most} of them</source>
        <translation>scores demais para comparar com diferenças centrais: no máximo {most}</translation>
    </message>
    <message>
        <source>each component hands its gradient to those it was made of</source>
        <translation>cada componente passa o gradiente às que a formaram</translation>
    </message>
    <message>
        <source>a closed gate lets nothing through; it learns most half open</source>
        <translation>um gate fechado não deixa passar nada; meio aberto é quando mais aprende</translation>
    </message>
    <message>
        <source>the head that is shown takes its own columns</source>
        <translation>a cabeça mostrada fica com as suas próprias colunas</translation>
    </message>
    <message>
        <source>what reaches the head&apos;s output</source>
        <translation>o que chega à saída da cabeça</translation>
    </message>
    <message>
        <source>L grows with a weight whose value points along ∂O</source>
        <translation>L cresce com o peso cujo value aponta na direção de ∂O</translation>
    </message>
    <message>
        <source>nothing goes back through hatched cells</source>
        <translation>nada volta pelas células hachuradas</translation>
    </message>
    <message>
        <source>a value hears from the queries that looked at it, in all heads that share it</source>
        <translation>um value recebe das queries que olharam para ele, em todas as cabeças que o dividem</translation>
    </message>
    <message>
        <source>a value hears from each query as much as that looked at it</source>
        <translation>um value recebe de cada query tanto quanto ela olhou para ele</translation>
    </message>
    <message>
        <source>what differs from the mean goes on; each row sums to 0</source>
        <translation>segue o que difere da média; cada linha soma 0</translation>
    </message>
    <message>
        <source>divided by {number} on the way there, and again on the way back</source>
        <translation>dividido por {number} na ida, e de novo na volta</translation>
    </message>
    <message>
        <source>L grows where query and key with positive ∂S turn to each other</source>
        <translation>L cresce quando query e key com ∂S positivo se viram uma para a outra</translation>
    </message>
    <message>
        <source>w = {share} is the content head&apos;s share</source>
        <translation>w = {share} é a parte da cabeça de conteúdo</translation>
    </message>
    <message>
        <source>{text}; heads that share a key add up</source>
        <translation>{text}; cabeças que dividem uma key se somam</translation>
    </message>
    <message>
        <source>every token adds its part; training subtracts this</source>
        <translation>cada token soma a sua parte; o treino subtrai isto</translation>
    </message>
    <message>
        <source>a row was query, key and value: the three add up</source>
        <translation>a linha foi query, key e value: os três se somam</translation>
    </message>
    <message>
        <source>a row&apos;s offset and size get nothing</source>
        <translation>deslocamento e tamanho da linha não recebem nada</translation>
    </message>
    <message>
        <source>a row of equal numbers has no derivative and gets 0</source>
        <translation>uma linha de números iguais não tem derivada e recebe 0</translation>
    </message>
    <message>
        <source>{name}: the way back</source>
        <translation>{name}: o caminho de volta</translation>
    </message>
    <message>
        <source>The way back, step by step. Of the gradient of the weights of “{query}”, {percent} gets through.</source>
        <translation>O caminho de volta, passo a passo. Do gradiente dos pesos de “{query}” passam {percent}.</translation>
    </message>
    <message>
        <source>norm of J: {norm}</source>
        <translation>norma de J: {norm}</translation>
    </message>
    <message>
        <source>{percent} of ∂A gets through</source>
        <translation>passam {percent} de ∂A</translation>
    </message>
    <message>
        <source>The way back of “{query}” through the softmax</source>
        <translation>O caminho de volta de “{query}” pelo softmax</translation>
    </message>
    <message>
        <source>No key may be looked at: nothing goes back.</source>
        <translation>Nenhuma key pode ser olhada: nada volta.</translation>
    </message>
    <message>
        <source>sum ≈ {total}</source>
        <translation>soma ≈ {total}</translation>
    </message>
    <message>
        <source>The loss does not ask about this row, so all of it is 0.</source>
        <translation>A perda não pergunta por esta linha, por isso tudo nela é 0.</translation>
    </message>
    <message>
        <source>∂L/∂O is 0 everywhere: nothing goes back.</source>
        <translation>∂L/∂O é 0 em toda parte: nada volta.</translation>
    </message>
    <message>
        <source>Follow “{name}”</source>
        <translation>Siga “{name}”</translation>
    </message>
    <message>
        <source>… and {n} more</source>
        <translation>… e mais {n}</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>One number of the output</source>
        <translation>Um número da saída</translation>
    </message>
    <message>
        <source>All numbers, added up</source>
        <translation>Todos os números, somados</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>Números aleatórios</translation>
    </message>
    <message>
        <source>Squared error of a row</source>
        <translation>Erro quadrático de uma linha</translation>
    </message>
    <message>
        <source>Cross-entropy of a row</source>
        <translation>Entropia cruzada de uma linha</translation>
    </message>
    <message>
        <source>Numbers of your own</source>
        <translation>Números seus</translation>
    </message>
    <message>
        <source>how each number on the way moves one component of the output of {token}</source>
        <translation>quanto cada número do caminho move um componente da saída de {token}</translation>
    </message>
    <message>
        <source>every component of the output pulls alike</source>
        <translation>todos os componentes da saída puxam por igual</translation>
    </message>
    <message>
        <source>every component of the output pulls at random</source>
        <translation>cada componente da saída puxa ao acaso</translation>
    </message>
    <message>
        <source>every component of the output pulls as you typed it</source>
        <translation>cada componente da saída puxa como você digitou</translation>
    </message>
    <message>
        <source>the output of {token} should become t</source>
        <translation>a saída de {token} deve se tornar t</translation>
    </message>
    <message>
        <source>the output of {token} should choose one component</source>
        <translation>a saída de {token} deve escolher um componente</translation>
    </message>
    <message>
        <source>L = {value} · {text}</source>
        <translation>L = {value} · {text}</translation>
    </message>
</context>
<context>
    <name>io</name>
    <message>
        <source>{name} holds {found} of shape {shape}; expected heads × queries × keys.</source>
        <translation>{name} contém {found} de forma {shape}; espera-se cabeças × queries × keys.</translation>
    </message>
    <message>
        <source>{name} is not a file that can be read: its archive is broken.</source>
        <translation>{name} não é um arquivo que se possa ler: o pacote está danificado.</translation>
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
        <source>there are more quotation marks than cells</source>
        <translation>há mais aspas do que células</translation>
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
        <source>{name} has a row of more than {most} numbers.</source>
        <translation>{name} tem uma linha com mais de {most} números.</translation>
    </message>
    <message>
        <source>{name} has column names, but no numbers.</source>
        <translation>{name} tem nomes de colunas, mas nenhum número.</translation>
    </message>
    <message>
        <source>{name} leaves out most weights of {shape} (layers, heads, queries, keys).</source>
        <translation>{name} omite a maior parte dos pesos de {shape} (camadas, cabeças, queries, keys).</translation>
    </message>
    <message>
        <source>{name}, line {line}: expected one weight a row, with whole numbers for layer, head, query and key.</source>
        <translation>{name}, linha {line}: espera-se um peso por linha, com números inteiros para camada, cabeça, query e key.</translation>
    </message>
    <message>
        <source>{name} has more than {most} rows.</source>
        <translation>{name} tem mais de {most} linhas.</translation>
    </message>
    <message>
        <source>The quotation marks or the cells are not written as in a CSV file ({reason}).</source>
        <translation>As aspas ou as células não estão escritas como num arquivo CSV ({reason}).</translation>
    </message>
    <message>
        <source>{name}: row {row} is not {expected} numbers.</source>
        <translation>{name}: a linha {row} não tem exatamente os números esperados ({expected}).</translation>
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
        <source>{name} is not opened: it needs {named}, and loading that would run code from the file; where the model is, save only the attention: {lines}</source>
        <translation>{name} não foi aberto: precisa de {named}, e carregar isso executaria código do arquivo; onde está o modelo, salve só a atenção: {lines}</translation>
    </message>
    <message>
        <source>{name} is not opened: it is a pickle of more than plain tensors, and loading that could run code from the file; where the model is, save only the attention: {lines}</source>
        <translation>{name} não foi aberto: é um pickle com mais do que tensores simples, e carregá-lo poderia executar código do arquivo; onde está o modelo, salve só a atenção: {lines}</translation>
    </message>
    <message>
        <source>{name} is nested too deeply to be read.</source>
        <translation>{name} tem níveis demais, uns dentro dos outros, para ser lido.</translation>
    </message>
    <message>
        <source>{name} is broken: a tensor reaches past the numbers that are stored for it.</source>
        <translation>{name} está corrompido: um tensor vai além dos números guardados para ele.</translation>
    </message>
    <message>
        <source>{name} is broken: the numbers of a tensor are missing ({part}).</source>
        <translation>{name} está corrompido: faltam os números de um tensor ({part}).</translation>
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
        <source>Expected between 1 and {most} files.</source>
        <translation>Espera-se de 1 a {most} arquivos.</translation>
    </message>
    <message>
        <source>{name} holds texts, but no attention.</source>
        <translation>{name} contém textos, mas nenhuma atenção.</translation>
    </message>
    <message>
        <source>{files} files read as {layers} layers, in the order of their names.</source>
        <translation>{files} arquivos lidos como {layers} camadas, na ordem de seus nomes.</translation>
    </message>
    <message>
        <source>{name} was saved in the form PyTorch had before version 1.6, which is not read; save it again with torch.save of a newer version.</source>
        <translation>{name} foi salvo na forma que o PyTorch usava antes da versão 1.6, que não é lida; salve-o de novo com o torch.save de uma versão mais nova.</translation>
    </message>
    <message>
        <source>{name} is packed with gzip; unpack it and open what is inside.</source>
        <translation>{name} está compactado com gzip; descompacte-o e abra o que há dentro.</translation>
    </message>
    <message>
        <source>{name} is a {kind} file, which is not read; save the attention as {expected}.</source>
        <translation>{name} é um arquivo {kind}, que não é lido; salve a atenção como {expected}.</translation>
    </message>
    <message>
        <source>{name} is no {suffix} file: its first bytes are those of something else.</source>
        <translation>{name} não é um arquivo {suffix}: seus primeiros bytes são de outra coisa.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} está vazio.</translation>
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
        <source>{name} holds true and false, as a mask does, instead of numbers between 0 and 1.</source>
        <translation>{name} contém verdadeiro e falso, como uma máscara, em vez de números entre 0 e 1.</translation>
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
        <source>{name} holds no arrays.</source>
        <translation>{name} não contém arrays.</translation>
    </message>
    <message>
        <source>{name} holds {found} instead of real numbers.</source>
        <translation>{name} contém {found} em vez de números reais.</translation>
    </message>
    <message>
        <source>{name} holds two arrays called {member}; the last one is read.</source>
        <translation>{name} contém dois arrays chamados {member}; vale o último.</translation>
    </message>
    <message>
        <source>{name} is compressed: once it is looked at, up to {found} MB of memory are taken.</source>
        <translation>{name} está compactado: ao ser visto, ocupa até {found} MB de memória.</translation>
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
        <source>A whole number is missing here; write one such as 12.</source>
        <translation>Falta um número inteiro aqui; escreva um como 12.</translation>
    </message>
    <message>
        <source>{text} is not a whole number; write {better}.</source>
        <translation>{text} não é um número inteiro; escreva {better}.</translation>
    </message>
    <message>
        <source>{text} is not a whole number; write one such as 12.</source>
        <translation>{text} não é um número inteiro; escreva um como 12.</translation>
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
    <message>
        <source>{name} holds no attention; expected a list or an array of matrices.</source>
        <translation>{name} não contém atenção; esperava-se uma lista ou um array de matrizes.</translation>
    </message>
    <message>
        <source>The file holds {count} sets of attention: {names}. Shown is {chosen}.</source>
        <translation>O arquivo contém {count} conjuntos de atenção: {names}. Exibido: {chosen}.</translation>
    </message>
    <message>
        <source>{name} holds Q and K, not attention; open it as matrices.</source>
        <translation>{name} contém Q e K, não atenção; abra-o como matrizes.</translation>
    </message>
    <message>
        <source>{name} holds no attention; it has {found}, expected {expected}.</source>
        <translation>{name} não contém atenção; tem {found}, esperava-se {expected}.</translation>
    </message>
    <message>
        <source>{name}: {key} must be matrices of numbers, but it is something else.</source>
        <translation>{name}: {key} deveria conter matrizes de números, mas é outra coisa.</translation>
    </message>
    <message>
        <source>The file does not say which array is attention: {names}. Shown is {chosen}.</source>
        <translation>O arquivo não diz qual array é a atenção: {names}. Exibido: {chosen}.</translation>
    </message>
    <message>
        <source>{name} is a page without attention in it; expected one that BertViz made.</source>
        <translation>{name} é uma página sem atenção; esperava-se uma feita pelo BertViz.</translation>
    </message>
    <message>
        <source>{name} names {key} twice in one object; the last one is read.</source>
        <translation>{name} traz {key} duas vezes no mesmo objeto; vale o último.</translation>
    </message>
    <message>
        <source>Queries: {n_q}, labels: {n_k}. The queries are the last of these tokens.</source>
        <translation>Queries: {n_q}, rótulos: {n_k}. As queries são os últimos desses tokens.</translation>
    </message>
    <message>
        <source>There are as many labels as queries ({n_q}), not as keys ({n_k}): they name the queries.</source>
        <translation>Há tantos rótulos quantas queries ({n_q}), e não quantas keys ({n_k}): eles nomeiam as queries.</translation>
    </message>
    <message>
        <source>positions instead of labels</source>
        <translation>posições em vez de rótulos</translation>
    </message>
    <message>
        <source>the first labels, up to {count}</source>
        <translation>os primeiros rótulos, até {count}</translation>
    </message>
    <message>
        <source>the last labels, up to {count}</source>
        <translation>os últimos rótulos, até {count}</translation>
    </message>
    <message>
        <source>labels from the first position on</source>
        <translation>rótulos a partir da primeira posição</translation>
    </message>
    <message>
        <source>labels up to the last position</source>
        <translation>rótulos até a última posição</translation>
    </message>
    <message>
        <source>Labels: {found}, positions: {count}. A special token may be missing.</source>
        <translation>Rótulos: {found}, posições: {count}. Talvez falte um token especial.</translation>
    </message>
    <message>
        <source>Labels of queries: {found}, queries: {count}. A special token may be missing.</source>
        <translation>Rótulos das queries: {found}, queries: {count}. Talvez falte um token especial.</translation>
    </message>
    <message>
        <source>Labels of keys: {found}, keys: {count}. A special token may be missing.</source>
        <translation>Rótulos das keys: {found}, keys: {count}. Talvez falte um token especial.</translation>
    </message>
    <message>
        <source>its header is longer than the file</source>
        <translation>seu cabeçalho é maior que o arquivo</translation>
    </message>
    <message>
        <source>its header is too long to be read</source>
        <translation>seu cabeçalho é longo demais para ser lido</translation>
    </message>
    <message>
        <source>its metadata are not texts</source>
        <translation>seus metadados não são textos</translation>
    </message>
    <message>
        <source>{name}: the tokens in its metadata ({key}) are no list of texts.</source>
        <translation>{name}: os tokens em seus metadados ({key}) não são uma lista de textos.</translation>
    </message>
    <message>
        <source>its header is not UTF-8 text</source>
        <translation>seu cabeçalho não é texto UTF-8</translation>
    </message>
    <message>
        <source>its header is not JSON</source>
        <translation>seu cabeçalho não é JSON</translation>
    </message>
    <message>
        <source>its header does not name any tensors</source>
        <translation>seu cabeçalho não nomeia nenhum tensor</translation>
    </message>
    <message>
        <source>{name} holds numbers of a kind that is not read here: {found}.</source>
        <translation>{name} contém números de um tipo que não é lido aqui: {found}.</translation>
    </message>
    <message>
        <source>it is not described by an object</source>
        <translation>não é descrito por um objeto</translation>
    </message>
    <message>
        <source>its dtype, shape or place is missing or no whole numbers from 0 on</source>
        <translation>faltam dtype, forma ou posição, ou não são números inteiros a partir de 0</translation>
    </message>
    <message>
        <source>its bytes would lie outside the file</source>
        <translation>seus bytes ficariam fora do arquivo</translation>
    </message>
    <message>
        <source>its dtype is unknown: {found}</source>
        <translation>seu dtype é desconhecido: {found}</translation>
    </message>
    <message>
        <source>its shape needs {promised} bytes, but it has {found}</source>
        <translation>sua forma exige {promised} bytes, mas há {found}</translation>
    </message>
    <message>
        <source>the bytes of two tensors overlap</source>
        <translation>os bytes de dois tensores se sobrepõem</translation>
    </message>
    <message>
        <source>there are bytes that belong to no tensor</source>
        <translation>há bytes que não pertencem a nenhum tensor</translation>
    </message>
    <message>
        <source>{name} is not a safetensors file that can be read: {reason}.</source>
        <translation>{name} não é um arquivo safetensors que se possa ler: {reason}.</translation>
    </message>
    <message>
        <source>{name}: the layers differ in size and are no steps of one generation: {found}.</source>
        <translation>{name}: as camadas têm tamanhos diferentes e não são passos de uma mesma geração: {found}.</translation>
    </message>
    <message>
        <source>Read as layers: {layers}, heads in each: {heads}.</source>
        <translation>Lido como camadas: {layers}, cabeças em cada uma: {heads}.</translation>
    </message>
    <message>
        <source>Steps of a generation put together: {count}; queries in the first: {n_q}.</source>
        <translation>Passos de uma geração reunidos: {count}; queries no primeiro: {n_q}.</translation>
    </message>
    <message>
        <source>The first of three axes may count heads or layers. It is read as {count} heads.</source>
        <translation>O primeiro dos três eixos pode contar cabeças ou camadas. Foi lido como {count} cabeças.</translation>
    </message>
    <message>
        <source>The first of three axes may count heads or layers. It is read as {count} layers.</source>
        <translation>O primeiro dos três eixos pode contar cabeças ou camadas. Foi lido como {count} camadas.</translation>
    </message>
    <message>
        <source>{count} heads of one layer</source>
        <translation>{count} cabeças de uma camada</translation>
    </message>
    <message>
        <source>{count} layers, one head each</source>
        <translation>{count} camadas, uma cabeça em cada</translation>
    </message>
    <message>
        <source>The file holds {count} samples (a batch). Shown is number {chosen}.</source>
        <translation>O arquivo contém {count} amostras (um lote). Exibida: a número {chosen}.</translation>
    </message>
    <message>
        <source>sample {number}</source>
        <translation>amostra {number}</translation>
    </message>
    <message>
        <source>{name} is empty: its shape is {found}.</source>
        <translation>{name} está vazio: sua forma é {found}.</translation>
    </message>
    <message>
        <source>{name} is {found} large; at most {most} queries and keys are read.</source>
        <translation>{name} tem o tamanho {found}; são lidas no máximo {most} queries e keys.</translation>
    </message>
    <message>
        <source>{name} has shape {found}; expected queries × keys, with heads and layers before them.</source>
        <translation>{name} tem a forma {found}; espera-se queries × keys, com cabeças e camadas antes delas.</translation>
    </message>
    <message>
        <source>{name} holds texts where numbers are expected.</source>
        <translation>{name} contém textos onde se esperam números.</translation>
    </message>
    <message>
        <source>{name} has too many matrices; at most {layers} layers and {heads} heads are read.</source>
        <translation>{name} tem matrizes demais; são lidas no máximo {layers} camadas e {heads} cabeças.</translation>
    </message>
    <message>
        <source>{name} holds a number of more than {most} digits.</source>
        <translation>{name} contém um número com mais de {most} dígitos.</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>o fim do arquivo</translation>
    </message>
    <message>
        <source>{name} is not JSON: at line {line}, column {column}, {found} cannot be read.</source>
        <translation>{name} não é JSON: na linha {line}, coluna {column}, não se consegue ler {found}.</translation>
    </message>
    <message>
        <source>{count} numbers are too many for a text: at most {most}. Save them as .npz.</source>
        <translation>{count} números são demais para um texto: no máximo {most}. Salve-os como .npz.</translation>
    </message>
    <message>
        <source>{name} has changed on the disk since it was opened; open it again.</source>
        <translation>{name} mudou no disco desde que foi aberto; abra-o de novo.</translation>
    </message>
    <message>
        <source>{name}: the part {member} is too large to be read.</source>
        <translation>{name}: a parte {member} é grande demais para ser lida.</translation>
    </message>
    <message>
        <source>{name} is packed so tightly that it would fill the memory; it is not unpacked.</source>
        <translation>{name} está tão compactado que encheria a memória; não foi descompactado.</translation>
    </message>
    <message>
        <source>{name} would take {found} MB of memory once unpacked, at most {most} MB are; save it with np.savez instead of np.savez_compressed, and only what is looked at is read.</source>
        <translation>{name} ocuparia {found} MB de memória depois de descompactado, e o máximo são {most} MB; salve-o com np.savez em vez de np.savez_compressed, e só o que se olha será lido.</translation>
    </message>
    <message>
        <source>{name} holds no attnviz document: only figures that attnviz saved with “document inside” open again.</source>
        <translation>{name} não traz um documento do attnviz: só se abrem de novo as figuras que o attnviz salvou com “documento dentro”.</translation>
    </message>
    <message>
        <source>{name} is no PNG file.</source>
        <translation>{name} não é um arquivo PNG.</translation>
    </message>
    <message>
        <source>{name} holds an attnviz document, but a damaged one.</source>
        <translation>{name} traz um documento do attnviz, mas danificado.</translation>
    </message>
    <message>
        <source>what was given</source>
        <translation>o que foi dado</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>atenção</translation>
    </message>
    <message>
        <source>This is no attention: {found}. Give an array or tensor, a list of them with one a layer, or what a model returned with output_attentions=True.</source>
        <translation>Isto não é atenção: {found}. Dê um array ou tensor, uma lista deles com um por camada, ou o que um modelo devolveu com output_attentions=True.</translation>
    </message>
    <message>
        <source>{name} has a line of more than {most} signs, which no table of numbers has.</source>
        <translation>{name} tem uma linha com mais de {most} caracteres, o que nenhuma tabela de números tem.</translation>
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
        <source>{file} holds too many lists.</source>
        <translation>{file} contém listas demais.</translation>
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
        <source>{path} needs sentence, or Q and K, or tokens, X, W_Q, W_K and W_V, or training.</source>
        <translation>{path} precisa de sentence, ou de Q e K, ou de tokens, X, W_Q, W_K e W_V, ou de training.</translation>
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
    <name>look</name>
    <message>
        <source>A figure is from {least} to {most} {unit} wide and high; found {found}.</source>
        <translation>Uma figura tem de {least} a {most} {unit} de largura e de altura; encontrado: {found}.</translation>
    </message>
    <message>
        <source>The type is from {least} to {most} points; found {found}.</source>
        <translation>A letra tem de {least} a {most} pontos; encontrado: {found}.</translation>
    </message>
    <message>
        <source>A picture has from {least} to {most} dots an inch; found {found}.</source>
        <translation>Uma imagem tem de {least} a {most} pontos por polegada; encontrado: {found}.</translation>
    </message>
    <message>
        <source>Up to {most} cells may be shapes of their own; found {found}.</source>
        <translation>Até {most} células podem ser formas próprias; encontrado: {found}.</translation>
    </message>
    <message>
        <source>A title or caption has at most {most} characters.</source>
        <translation>Um título ou uma legenda tem no máximo {most} caracteres.</translation>
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
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>{file} holds {found}. The matrices of a head are read under the names Q, K and, if wanted, V; attention under {names}.</source>
        <translation>{file} contém {found}. As matrizes de uma cabeça são lidas sob os nomes Q, K e, se quiser, V; a atenção, sob {names}.</translation>
    </message>
</context>
<context>
    <name>page</name>
    <message>
        <source>Attention</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>Attention of {n_q} queries to {n_k} keys, to be read and changed.</source>
        <translation>Atenção de {n_q} queries a {n_k} keys, para ler e modificar.</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>O que é mostrado</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys. Arrow keys move between cells, Enter follows a row; hatched cells may not be looked at. Made with attnviz.</source>
        <translation>Linhas são queries, colunas são keys. As setas movem entre as células, Enter acompanha uma linha; células hachuradas não podem ser olhadas. Feito com o attnviz.</translation>
    </message>
    <message>
        <source>A cell with × is not a number (NaN), one with ▲ or ▼ is infinite.</source>
        <translation>Uma célula com × não é um número (NaN); com ▲ ou ▼ é infinita.</translation>
    </message>
    <message>
        <source>This page needs JavaScript.</source>
        <translation>Esta página precisa de JavaScript.</translation>
    </message>
    <message>
        <source>A: weights</source>
        <translation>A: pesos</translation>
    </message>
    <message>
        <source>{n_q} × {n_k} weights are too many for a page: at most {most}. Export a figure instead.</source>
        <translation>{n_q} × {n_k} pesos são demais para uma página: no máximo {most}. Exporte uma figura.</translation>
    </message>
    <message>
        <source>content</source>
        <translation>conteúdo</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>distance decay</source>
        <translation>decaimento com a distância</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>mista</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Linha</translation>
    </message>
    <message>
        <source>divide by √dₖ</source>
        <translation>dividir por √dₖ</translation>
    </message>
    <message>
        <source>dₖ</source>
        <translation>dₖ</translation>
    </message>
    <message>
        <source>temperature τ</source>
        <translation>temperatura τ</translation>
    </message>
    <message>
        <source>{step}, {rows} × {columns}</source>
        <translation>{step}, {rows} × {columns}</translation>
    </message>
    <message>
        <source>heatmap, arrow keys move</source>
        <translation>mapa de calor, as setas movem</translation>
    </message>
    <message>
        <source>{query} → {key}: score {score}, scaled {scaled}, weight {weight}, number {rank} of {all} in its row</source>
        <translation>{query} → {key}: score {score}, escalado {scaled}, peso {weight}, número {rank} de {all} na sua linha</translation>
    </message>
    <message>
        <source>{query} → {key}: weight {weight}, number {rank} of {all} in its row</source>
        <translation>{query} → {key}: peso {weight}, número {rank} de {all} na sua linha</translation>
    </message>
    <message>
        <source>{query} → {key}: weight {weight}, left out of all sums</source>
        <translation>{query} → {key}: peso {weight}, fora de todas as somas</translation>
    </message>
    <message>
        <source>{query} may not look at {key}</source>
        <translation>{query} não pode olhar para {key}</translation>
    </message>
    <message>
        <source>{row}, {column}: {value}</source>
        <translation>{row}, {column}: {value}</translation>
    </message>
    <message>
        <source>“{query}” looks at · {entropy} bits</source>
        <translation>“{query}” olha para · {entropy} bits</translation>
    </message>
    <message>
        <source>No key may be looked at: the weights are 0.</source>
        <translation>Nenhuma key pode ser olhada: os pesos são 0.</translation>
    </message>
    <message>
        <source>{key}: {score} / {divisor} = {scaled}, and e to it over the row’s sum is {weight}</source>
        <translation>{key}: {score} / {divisor} = {scaled}, e a exponencial disso sobre a soma da linha é {weight}</translation>
    </message>
    <message>
        <source>mixture of values: {values}</source>
        <translation>mistura dos valores: {values}</translation>
    </message>
</context>
<context>
    <name>pattern</name>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>distance decay</source>
        <translation>decaimento com a distância</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>mesmo token</translation>
    </message>
    <message>
        <source>first-token sink</source>
        <translation>ralo no primeiro token</translation>
    </message>
    <message>
        <source>diagonal</source>
        <translation>diagonal</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>uniforme</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>indução</translation>
    </message>
    <message>
        <source>mean weight on the token just before the query’s own</source>
        <translation>peso médio no token logo antes do da própria query</translation>
    </message>
    <message>
        <source>how well the weights fall exponentially with distance: R² of a line through log weight, relative to an even spread; λ is its slope</source>
        <translation>quão bem os pesos caem exponencialmente com a distância: R² de uma reta pelo log do peso, relativo a um espalhamento uniforme; λ é a inclinação</translation>
    </message>
    <message>
        <source>mean weight on other occurrences of the query’s own token</source>
        <translation>peso médio em outras ocorrências do token da própria query</translation>
    </message>
    <message>
        <source>mean weight on the first token, over all other queries</source>
        <translation>peso médio no primeiro token, sobre todas as outras queries</translation>
    </message>
    <message>
        <source>mean weight on the query’s own token</source>
        <translation>peso médio no token da própria query</translation>
    </message>
    <message>
        <source>mean entropy as a share of the largest possible one</source>
        <translation>entropia média como fração da maior possível</translation>
    </message>
    <message>
        <source>mean weight on tokens that came right after an earlier occurrence of the query’s own</source>
        <translation>peso médio nos tokens que vieram logo depois de uma ocorrência anterior do token da query</translation>
    </message>
    <message>
        <source>its rows are no weights, so no pattern is defined</source>
        <translation>as linhas não são pesos, por isso nenhum padrão está definido</translation>
    </message>
</context>
<context>
    <name>plot</name>
    <message>
        <source>{name}: {first} at {start}, {last} at {end}</source>
        <translation>{name}: {first} em {start}, {last} em {end}</translation>
    </message>
    <message>
        <source>{y} against {x}</source>
        <translation>{y} em função de {x}</translation>
    </message>
</context>
<context>
    <name>saturation</name>
    <message>
        <source>These are imported weights without scores: there is nothing to let grow with dₖ.</source>
        <translation>São pesos importados, sem scores: não há nada que possa crescer com dₖ.</translation>
    </message>
    <message>
        <source>No query may look at two keys: without a choice there is nothing to saturate.</source>
        <translation>Nenhuma query pode olhar para duas keys: sem escolha não há o que saturar.</translation>
    </message>
    <message>
        <source>dₖ = {d_k}, today</source>
        <translation>dₖ = {d_k}, agora</translation>
    </message>
    <message>
        <source>Saturation against dₖ</source>
        <translation>Saturação em função de dₖ</translation>
    </message>
    <message>
        <source>largest weight, divided</source>
        <translation>maior peso, com divisão</translation>
    </message>
    <message>
        <source>largest weight, not divided</source>
        <translation>maior peso, sem divisão</translation>
    </message>
    <message>
        <source>‖J‖, divided</source>
        <translation>‖J‖, com divisão</translation>
    </message>
    <message>
        <source>‖J‖, not divided</source>
        <translation>‖J‖, sem divisão</translation>
    </message>
    <message>
        <source>gradient passed, divided</source>
        <translation>gradiente que passa, com divisão</translation>
    </message>
    <message>
        <source>gradient passed, not divided</source>
        <translation>gradiente que passa, sem divisão</translation>
    </message>
    <message>
        <source>largest weight {divided} divided by √dₖ, {plain} not</source>
        <translation>maior peso {divided} com divisão por √dₖ, {plain} sem</translation>
    </message>
    <message>
        <source>‖J‖ {divided} divided, {plain} not</source>
        <translation>‖J‖ {divided} com, {plain} sem</translation>
    </message>
    <message>
        <source>gradient passed {divided} divided by √dₖ, {plain} not</source>
        <translation>passa {divided} do gradiente com divisão, {plain} sem</translation>
    </message>
    <message>
        <source>dₖ = {d_k}, computed at {nearest}</source>
        <translation>dₖ = {d_k}, calculado em {nearest}</translation>
    </message>
    <message>
        <source>means over {rows} of {n} rows</source>
        <translation>médias de {rows} das {n} linhas</translation>
    </message>
    <message>
        <source>means over {rows} of {n} rows, those with a choice</source>
        <translation>médias de {rows} das {n} linhas, as que têm escolha</translation>
    </message>
    <message>
        <source>means over the rows</source>
        <translation>médias das linhas</translation>
    </message>
    <message>
        <source>the same words, 1 to 512 components</source>
        <translation>as mesmas palavras, de 1 a 512 componentes</translation>
    </message>
    <message>
        <source>as if today&apos;s scores grew with √dₖ</source>
        <translation>como se os scores atuais crescessem com √dₖ</translation>
    </message>
    <message>
        <source>too long to follow a gradient</source>
        <translation>longa demais para acompanhar um gradiente</translation>
    </message>
    <message>
        <source>gradient passed = ‖J ∂A‖ / ‖∂A‖, today&apos;s ∂A</source>
        <translation>gradiente que passa = ‖J ∂A‖ / ‖∂A‖, ∂A atual</translation>
    </message>
</context>
<context>
    <name>scripts</name>
    <message>
        <source>Saved: {file}</source>
        <translation>Salvo: {file}</translation>
    </message>
    <message>
        <source>Saved: {file}, and its numbers in {numbers}</source>
        <translation>Salvo: {file}, e os números em {numbers}</translation>
    </message>
</context>
<context>
    <name>session</name>
    <message>
        <source>The animation could not be made.</source>
        <translation>Não foi possível fazer a animação.</translation>
    </message>
    <message>
        <source>Stopped. Show another tab and come back to read on.</source>
        <translation>Interrompido. Mostre outra aba e volte para continuar a leitura.</translation>
    </message>
    <message>
        <source>{folder} cannot be written: {reason}.</source>
        <translation>Não é possível gravar em {folder}: {reason}.</translation>
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
    <name>shapes</name>
    <message>
        <source>There is no model called “{name}”: the models are {names}.</source>
        <translation>Não há modelo chamado “{name}”: os modelos são {names}.</translation>
    </message>
    <message>
        <source>Imported attention says nothing of the layer&apos;s other matrices: choose a model.</source>
        <translation>A atenção importada não diz nada das outras matrizes da camada: escolha um modelo.</translation>
    </message>
    <message>
        <source>The key-value heads follow: {old} → {new}.</source>
        <translation>As cabeças de key-value acompanham: {old} → {new}.</translation>
    </message>
    <message>
        <source>The size of a head follows: {old} → {new}.</source>
        <translation>O tamanho da cabeça acompanha: {old} → {new}.</translation>
    </message>
    <message>
        <source>The size of the MLP follows: {old} → {new}.</source>
        <translation>O tamanho da MLP acompanha: {old} → {new}.</translation>
    </message>
    <message>
        <source>The table of positions follows: {old} → {new}.</source>
        <translation>A tabela de posições acompanha: {old} → {new}.</translation>
    </message>
    <message>
        <source>{wish} key-value heads do not divide {heads} query heads; they return where they do.</source>
        <translation>{wish} cabeças de key-value não dividem {heads} cabeças de query; elas voltam quando dividirem.</translation>
    </message>
    <message>
        <source>{heads} heads do not divide hidden = {hidden}: head_dim stays {head_dim}.</source>
        <translation>{heads} cabeças não dividem hidden = {hidden}: head_dim continua {head_dim}.</translation>
    </message>
    <message>
        <source>n_heads × head_dim = {width} is no longer hidden = {hidden}.</source>
        <translation>n_heads × head_dim = {width} já não é hidden = {hidden}.</translation>
    </message>
    <message>
        <source>{name} is new: {size}.</source>
        <translation>{name} é nova: {size}.</translation>
    </message>
    <message>
        <source>{name}: {old} → {new}.</source>
        <translation>{name}: {old} → {new}.</translation>
    </message>
    <message>
        <source>{name} gets {count} biases.</source>
        <translation>{name} ganha {count} biases.</translation>
    </message>
    <message>
        <source>{name} loses its {count} biases.</source>
        <translation>{name} perde os seus {count} biases.</translation>
    </message>
    <message>
        <source>{name} goes.</source>
        <translation>{name} deixa de existir.</translation>
    </message>
    <message>
        <source>The pattern of layers has a length of {found}; expected 1 to {most}.</source>
        <translation>O padrão das camadas tem comprimento {found}; esperava-se de 1 a {most}.</translation>
    </message>
    <message>
        <source>{heads} query heads cannot share {kv} kv-heads evenly: the second must divide the first.</source>
        <translation>{heads} cabeças de query não podem dividir {kv} cabeças kv por igual: o segundo número tem de dividir o primeiro.</translation>
    </message>
    <message>
        <source>A token cannot pass through {chosen} experts of {count}.</source>
        <translation>Um token não pode passar por {chosen} especialistas de {count}.</translation>
    </message>
    <message>
        <source>{field} must be a whole number from {least} to {most}, but it is {found}.</source>
        <translation>{field} tem de ser um número inteiro de {least} a {most}, mas é {found}.</translation>
    </message>
    <message>
        <source>n = {n} is beyond the {context} tokens this model was made for.</source>
        <translation>n = {n} passa dos {context} tokens para os quais este modelo foi feito.</translation>
    </message>
    <message>
        <source>head_dim comes from the configuration: {heads} heads × {head_dim} = {width}, which is not hidden = {hidden}.</source>
        <translation>head_dim vem da configuração: {heads} cabeças × {head_dim} = {width}, que não é hidden = {hidden}.</translation>
    </message>
    <message>
        <source>{share} query heads share each of {kv} kv-heads: head h reads kv-head ⌊h / {share}⌋.</source>
        <translation>{share} cabeças de query dividem cada uma das {kv} cabeças kv: a cabeça h lê a cabeça kv ⌊h / {share}⌋.</translation>
    </message>
    <message>
        <source>The output gate is fused into the query’s matrix: {heads} × ({head_dim} query + {gate} gate) = {width} columns, split head by head.</source>
        <translation>O gate de saída vem junto na matriz da query: {heads} × ({head_dim} de query + {gate} de gate) = {width} colunas, separadas cabeça por cabeça.</translation>
    </message>
    <message>
        <source>Only {full} of {layers} layers have an n × n matrix; the others carry a state of fixed size.</source>
        <translation>Só {full} de {layers} camadas têm uma matriz n × n; as outras carregam um estado de tamanho fixo.</translation>
    </message>
    <message>
        <source>{sliding} of {layers} layers look at the last {window} tokens only.</source>
        <translation>{sliding} de {layers} camadas olham só para os últimos {window} tokens.</translation>
    </message>
    <message>
        <source>Its weights were never published: matrices alone are counted, without biases, norms and positions.</source>
        <translation>Os pesos nunca foram publicados: contam-se só as matrizes, sem biases, normas nem posições.</translation>
    </message>
    <message>
        <source>Sizes that are not known here are not counted: {parts}.</source>
        <translation>Não se conta o que tem tamanho desconhecido aqui: {parts}.</translation>
    </message>
    <message>
        <source>{count} layers without n × n scores</source>
        <translation>{count} camadas sem scores n × n</translation>
    </message>
    <message>
        <source>the MLP of every layer</source>
        <translation>a MLP de cada camada</translation>
    </message>
    <message>
        <source>the token table and the last matrix</source>
        <translation>a tabela de tokens e a última matriz</translation>
    </message>
    <message>
        <source>this layer</source>
        <translation>esta camada</translation>
    </message>
    <message>
        <source>these layers</source>
        <translation>estas camadas</translation>
    </message>
    <message>
        <source>the whole model</source>
        <translation>o modelo inteiro</translation>
    </message>
    <message>
        <source>attention of {count} layers</source>
        <translation>a atenção de {count} camadas</translation>
    </message>
    <message>
        <source>attention of one layer</source>
        <translation>a atenção de uma camada</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>last matrix</source>
        <translation>última matriz</translation>
    </message>
    <message>
        <source>nothing of it</source>
        <translation>nada dele</translation>
    </message>
    <message>
        <source>the output gate</source>
        <translation>o gate de saída</translation>
    </message>
    <message>
        <source>{name}, {inputs} → {outputs}: each head’s query, then its gate</source>
        <translation>{name}, {inputs} → {outputs}: a query de cada cabeça, depois o seu gate</translation>
    </message>
    <message>
        <source>Wrong: all queries first, then all gates. The shapes fit, the numbers do not.</source>
        <translation>Errado: primeiro todas as queries, depois todos os gates. As formas servem, os números não.</translation>
    </message>
    <message>
        <source>Where it multiplies: after the mixture of values, before the heads are joined</source>
        <translation>Onde ele multiplica: depois da mistura dos values, antes de juntar as cabeças</translation>
    </message>
    <message>
        <source>This layer has no output gate: what the heads mix goes on as it is.</source>
        <translation>Esta camada não tem gate de saída: o que as cabeças misturam segue como está.</translation>
    </message>
    <message>
        <source>σ(gate) lies between 0 and 1, one number for each of a head’s {size} outputs and every token.</source>
        <translation>σ(gate) fica entre 0 e 1, um número para cada uma das {size} saídas de uma cabeça e para cada token.</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>gate</translation>
    </message>
    <message>
        <source>join heads</source>
        <translation>juntar cabeças</translation>
    </message>
    <message>
        <source>growth with n</source>
        <translation>crescimento com n</translation>
    </message>
    <message>
        <source>made for {context} tokens</source>
        <translation>feito para {context} tokens</translation>
    </message>
    <message>
        <source>memory (left axis)</source>
        <translation>memória (eixo esquerdo)</translation>
    </message>
    <message>
        <source>multiply-adds, MAC (right axis)</source>
        <translation>multiplica-somas, MAC (eixo direito)</translation>
    </message>
    <message>
        <source>{name} (left)</source>
        <translation>{name} (esquerda)</translation>
    </message>
    <message>
        <source>scores: n²</source>
        <translation>scores: n²</translation>
    </message>
    <message>
        <source>KV cache: n</source>
        <translation>cache KV: n</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>scores</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>cache KV</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>pesos</translation>
    </message>
    <message>
        <source>weights of attention</source>
        <translation>pesos da atenção</translation>
    </message>
    <message>
        <source>state: fixed</source>
        <translation>estado: fixo</translation>
    </message>
    <message>
        <source>multiply-adds of {counted} (right)</source>
        <translation>multiplica-somas: {counted} (direita)</translation>
    </message>
    <message>
        <source>No layer has scores: what is kept stays as it is, whatever n.</source>
        <translation>Nenhuma camada tem scores: o que se guarda não muda, seja qual for n.</translation>
    </message>
    <message>
        <source>From n = {n} on the scores take more memory than keys and values do.</source>
        <translation>A partir de n = {n}, os scores ocupam mais memória do que as keys e os values.</translation>
    </message>
    <message>
        <source>Twice as many tokens: twice the cache, but four times the scores.</source>
        <translation>O dobro de tokens: o dobro do cache, mas quatro vezes os scores.</translation>
    </message>
    <message>
        <source>tokens n</source>
        <translation>tokens n</translation>
    </message>
    <message>
        <source>multiply-adds</source>
        <translation>multiplica-somas</translation>
    </message>
    <message>
        <source>the matrices of one layer, to scale</source>
        <translation>as matrizes de uma camada, em escala</translation>
    </message>
    <message>
        <source>What n = {n} tokens become, on the same scale</source>
        <translation>No que n = {n} tokens se tornam, na mesma escala</translation>
    </message>
    <message>
        <source>What n = {n} tokens become, drawn {times} times smaller</source>
        <translation>No que n = {n} tokens se tornam, desenhado {times} vezes menor</translation>
    </message>
    <message>
        <source>one sequence of {batch} drawn, all counted</source>
        <translation>desenhada uma sequência de {batch}, contadas todas</translation>
    </message>
    <message>
        <source>a head’s query</source>
        <translation>a query de uma cabeça</translation>
    </message>
    <message>
        <source>its gate</source>
        <translation>o seu gate</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} parâmetros</translation>
    </message>
    <message>
        <source>the ledger</source>
        <translation>o inventário</translation>
    </message>
    <message>
        <source>{name}: the attention of one layer has {layer} parameters, that of all layers {all}.</source>
        <translation>{name}: a atenção de uma camada tem {layer} parâmetros, a de todas as camadas {all}.</translation>
    </message>
    <message>
        <source>inputs × outputs</source>
        <translation>entradas × saídas</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>parâmetros</translation>
    </message>
    <message>
        <source>comes out</source>
        <translation>o que sai</translation>
    </message>
    <message>
        <source>Names within a layer stand after {prefix}</source>
        <translation>Os nomes dentro de uma camada vêm depois de {prefix}</translation>
    </message>
    <message>
        <source>Attention, in each of {count} layers</source>
        <translation>Atenção, em cada uma de {count} camadas</translation>
    </message>
    <message>
        <source>Attention, in one layer</source>
        <translation>Atenção, em uma camada</translation>
    </message>
    <message>
        <source>Without n × n scores, in each of {count} layers</source>
        <translation>Sem scores n × n, em cada uma de {count} camadas</translation>
    </message>
    <message>
        <source>Without n × n scores, in one layer</source>
        <translation>Sem scores n × n, em uma camada</translation>
    </message>
    <message>
        <source>MLP, in each layer</source>
        <translation>MLP, em cada camada</translation>
    </message>
    <message>
        <source>Normalisation, in each layer</source>
        <translation>Normalização, em cada camada</translation>
    </message>
    <message>
        <source>Outside the layers</source>
        <translation>Fora das camadas</translation>
    </message>
    <message>
        <source>Attention of all layers</source>
        <translation>Atenção de todas as camadas</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>O modelo inteiro</translation>
    </message>
    <message>
        <source>Memory at {n}</source>
        <translation>Memória com {n}</translation>
    </message>
    <message>
        <source>scores of one head, {size}</source>
        <translation>scores de uma cabeça, {size}</translation>
    </message>
    <message>
        <source>states of all layers without scores</source>
        <translation>estados de todas as camadas sem scores</translation>
    </message>
    <message>
        <source>in one layer</source>
        <translation>em uma camada</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>camadas</translation>
    </message>
    <message>
        <source>Work at {n}</source>
        <translation>Trabalho com {n}</translation>
    </message>
    <message>
        <source>Sum of these: {counted}</source>
        <translation>Soma destas linhas: {counted}</translation>
    </message>
    <message>
        <source>matrices of attention</source>
        <translation>matrizes da atenção</translation>
    </message>
    <message>
        <source>Q · Kᵀ and A · V, all heads</source>
        <translation>Q · Kᵀ e A · V, todas as cabeças</translation>
    </message>
    <message>
        <source>Q · Kᵀ and A · V within the window, all heads</source>
        <translation>Q · Kᵀ e A · V dentro da janela, todas as cabeças</translation>
    </message>
    <message>
        <source>matrices of a layer without scores</source>
        <translation>matrizes de uma camada sem scores</translation>
    </message>
    <message>
        <source>its state, read and written</source>
        <translation>o seu estado, lido e escrito</translation>
    </message>
    <message>
        <source>pooler, for one token a sequence</source>
        <translation>pooler, para um token por sequência</translation>
    </message>
    <message>
        <source>last matrix, to the vocabulary</source>
        <translation>última matriz, para o vocabulário</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>números</translation>
    </message>
    <message>
        <source>scores of one layer, all heads</source>
        <translation>scores de uma camada, todas as cabeças</translation>
    </message>
    <message>
        <source>scores of all layers that have them</source>
        <translation>scores de todas as camadas que os têm</translation>
    </message>
    <message>
        <source>keys and values of one token, all layers</source>
        <translation>keys e values de um token, todas as camadas</translation>
    </message>
    <message>
        <source>keys and values of one token in each sequence, all layers</source>
        <translation>keys e values de um token em cada sequência, todas as camadas</translation>
    </message>
    <message>
        <source>keys and values of n tokens (KV cache)</source>
        <translation>keys e values de n tokens (cache KV)</translation>
    </message>
    <message>
        <source>state of one layer without scores, whatever n</source>
        <translation>estado de uma camada sem scores, seja qual for n</translation>
    </message>
    <message>
        <source>  + bias</source>
        <translation>  + bias</translation>
    </message>
    <message>
        <source>one state, or a direct look</source>
        <translation>um estado, ou um olhar direto</translation>
    </message>
    <message>
        <source>Recurrence: the past squeezed into one state</source>
        <translation>Recorrência: o passado espremido num estado</translation>
    </message>
    <message>
        <source>Attention: the last token looks at every one</source>
        <translation>Atenção: o último token olha para cada um</translation>
    </message>
    <message>
        <source>There is one token only: nothing has to be carried yet</source>
        <translation>Só há um token: ainda não há nada para carregar</translation>
    </message>
    <message>
        <source>There is one token only, and it looks at itself</source>
        <translation>Só há um token, e ele olha para si mesmo</translation>
    </message>
    <message>
        <source>From token 1 to token n: {steps} steps, and each may lose some</source>
        <translation>Do token 1 ao token n: {steps} passos, e cada um pode perder algo</translation>
    </message>
    <message>
        <source>From token 1 to token n: one step, which may lose some</source>
        <translation>Do token 1 ao token n: um passo, que pode perder alguma coisa</translation>
    </message>
    <message>
        <source>From token 1 to token n: one look</source>
        <translation>Do token 1 ao token n: um só olhar</translation>
    </message>
    <message>
        <source>state of one layer</source>
        <translation>estado de uma camada</translation>
    </message>
    <message>
        <source>one vector of the hidden size</source>
        <translation>um vetor do tamanho da camada</translation>
    </message>
    <message>
        <source>keys and values of one layer</source>
        <translation>keys e values de uma camada</translation>
    </message>
    <message>
        <source>{numbers} numbers, {memory}</source>
        <translation>{numbers} números, {memory}</translation>
    </message>
    <message>
        <source>The state has {state} numbers for each of the n tokens, and fewer with every further one; keys and values have {cache} for each, and grow with n.</source>
        <translation>O estado tem {state} números para cada um dos n tokens, e menos a cada token a mais; keys e values têm {cache} para cada um, e crescem com n.</translation>
    </message>
    <message>
        <source>One token: a state of {state} numbers, or {cache} of keys and values.</source>
        <translation>Um token: um estado de {state} números, ou {cache} de keys e values.</translation>
    </message>
    <message>
        <source>Recurrence carries token 1 over {steps} steps in a state of {state} numbers; attention reaches it in one step and keeps {cache} numbers.</source>
        <translation>A recorrência leva o token 1 por {steps} passos num estado de {state} números; a atenção o alcança num passo só e guarda {cache} números.</translation>
    </message>
    <message>
        <source>n = {n}, for a batch of {batch}</source>
        <translation>n = {n}, para um lote de {batch}</translation>
    </message>
    <message>
        <source>This document’s layer</source>
        <translation>A camada deste documento</translation>
    </message>
    <message>
        <source>{kv} kv-heads</source>
        <translation>{kv} cabeças kv</translation>
    </message>
    <message>
        <source>{layers} layers</source>
        <translation>{layers} camadas</translation>
    </message>
    <message>
        <source>one head of {head_dim}</source>
        <translation>uma cabeça de {head_dim}</translation>
    </message>
    <message>
        <source>{heads} heads × {head_dim}</source>
        <translation>{heads} cabeças × {head_dim}</translation>
    </message>
    <message>
        <source>the stack of layers</source>
        <translation>a pilha de camadas</translation>
    </message>
    <message>
        <source>The first {shown} of {all} layers are drawn.</source>
        <translation>Estão desenhadas as {shown} primeiras de {all} camadas.</translation>
    </message>
    <message>
        <source>n × n scores: {count} layers</source>
        <translation>scores n × n: {count} camadas</translation>
    </message>
    <message>
        <source>a window of {window}: {count} layers</source>
        <translation>uma janela de {window}: {count} camadas</translation>
    </message>
    <message>
        <source>a state, no n × n scores: {count} layers</source>
        <translation>um estado, sem scores n × n: {count} camadas</translation>
    </message>
    <message>
        <source>n × n scores: 1 layer</source>
        <translation>scores n × n: 1 camada</translation>
    </message>
    <message>
        <source>a window of {window}: 1 layer</source>
        <translation>uma janela de {window}: 1 camada</translation>
    </message>
    <message>
        <source>a state, no n × n scores: 1 layer</source>
        <translation>um estado, sem scores n × n: 1 camada</translation>
    </message>
    <message>
        <source>At {n}, the scores of all {layers} layers are {numbers} numbers, {memory}.</source>
        <translation>Com {n}, os scores de todas as {layers} camadas são {numbers} números, {memory}.</translation>
    </message>
    <message>
        <source>At {n}, the scores of the layer are {numbers} numbers, {memory}.</source>
        <translation>Com {n}, os scores da camada são {numbers} números, {memory}.</translation>
    </message>
    <message>
        <source>At {n}, the scores take {memory}; if all {layers} layers had whole n × n matrices they would take {all}.</source>
        <translation>Com {n}, os scores ocupam {memory}; se todas as {layers} camadas tivessem matrizes n × n inteiras, ocupariam {all}.</translation>
    </message>
    <message>
        <source>query heads and the kv-heads they read</source>
        <translation>cabeças de query e as cabeças kv que elas leem</translation>
    </message>
    <message>
        <source>Right: head h reads kv-head ⌊h / {share}⌋; neighbours share.</source>
        <translation>Certo: a cabeça h lê a cabeça kv ⌊h / {share}⌋; vizinhas dividem.</translation>
    </message>
    <message>
        <source>Every query head has keys and values of its own.</source>
        <translation>Cada cabeça de query tem keys e values próprios.</translation>
    </message>
    <message>
        <source>Wrong: head h reads kv-head h mod {kv}, the kv-heads tiled side by side.</source>
        <translation>Errado: a cabeça h lê a cabeça kv h mod {kv}, com as cabeças kv repetidas como ladrilhos.</translation>
    </message>
    <message>
        <source>All shapes fit, so no error is raised: {moved} of {heads} heads just read the keys and values of others.</source>
        <translation>Todas as formas servem, então nenhum erro aparece: {moved} de {heads} cabeças apenas leem keys e values de outras.</translation>
    </message>
    <message>
        <source>With one kv-head there is only one way to wire them.</source>
        <translation>Com uma só cabeça kv há um só jeito de ligá-las.</translation>
    </message>
    <message>
        <source>{heads} query heads read {kv} kv-heads, {share} each.</source>
        <translation>{heads} cabeças de query leem {kv} cabeças kv, {share} para cada uma.</translation>
    </message>
    <message>
        <source>The first {heads} of {all} are drawn.</source>
        <translation>Estão desenhadas as {heads} primeiras de {all}.</translation>
    </message>
    <message>
        <source>above: query heads (Q); below: kv-heads, each with keys (K) and values (V); from 0 on</source>
        <translation>em cima: cabeças de query (Q); embaixo: cabeças kv, cada uma com keys (K) e values (V); contadas de 0</translation>
    </message>
    <message>
        <source>. Lines to neighbouring kv-heads alternate in shade and dash.</source>
        <translation>. As linhas para cabeças kv vizinhas alternam em tom e traço.</translation>
    </message>
    <message>
        <source>{file} is too large for a model’s configuration: at most {most} bytes are read.</source>
        <translation>{file} é grande demais para a configuração de um modelo: são lidos no máximo {most} bytes.</translation>
    </message>
    <message>
        <source>{file} holds more than {most} values, too many for a model’s configuration.</source>
        <translation>{file} tem mais de {most} valores, demais para a configuração de um modelo.</translation>
    </message>
    <message>
        <source>{kind} is no family known here: it was read as Llama is, so biases and MLP may differ.</source>
        <translation>{kind} não é uma família conhecida aqui: foi lida como se fosse Llama; biases e MLP podem ser outros.</translation>
    </message>
    <message>
        <source>{path} does not give {names}, without which no shape is known.</source>
        <translation>{path} não diz {names}; sem isso nenhuma forma é conhecida.</translation>
    </message>
    <message>
        <source>{key} says that {kind} compresses its keys and values, a layout that is not known here.</source>
        <translation>{key} diz que {kind} comprime as suas keys e values, uma organização que não é conhecida aqui.</translation>
    </message>
    <message>
        <source>The file names no model_type: it was read as Llama is, so biases and MLP may differ.</source>
        <translation>O arquivo não diz o model_type: foi lido como se fosse Llama; biases e MLP podem ser outros.</translation>
    </message>
    <message>
        <source>{path} gives no head_dim, and {heads} heads do not divide its hidden size {hidden}.</source>
        <translation>{path} não diz head_dim, e {heads} cabeças não dividem o tamanho {hidden} da camada.</translation>
    </message>
    <message>
        <source>the length of {path} is {found}, but the number of layers is {layers}.</source>
        <translation>o comprimento de {path} é {found}, mas o número de camadas é {layers}.</translation>
    </message>
    <message>
        <source>The file gives no size of the MLP, so only attention is counted.</source>
        <translation>O arquivo não diz o tamanho da MLP; por isso só a atenção é contada.</translation>
    </message>
    <message>
        <source>Only some layers have experts here, so the MLPs are left out of the totals.</source>
        <translation>Aqui só algumas camadas têm especialistas; por isso as MLPs ficam fora dos totais.</translation>
    </message>
</context>
<context>
    <name>sweep</name>
    <message>
        <source>“{text}” is no sweep: write NAME=FROM..TO, for example d_k=1..128, with a name of {names}.</source>
        <translation>“{text}” não é uma varredura: escreva NOME=DE..ATÉ, por exemplo d_k=1..128, com um destes nomes: {names}.</translation>
    </message>
    <message>
        <source>“{text}” does not fit: the mixture has three numbers at each end, everything else has one.</source>
        <translation>“{text}” não serve: a mistura tem três números em cada extremo; o resto tem um.</translation>
    </message>
    <message>
        <source>“{text}” is no sweep: “{part}” is not a number with a decimal point.</source>
        <translation>“{text}” não é uma varredura: “{part}” não é um número com ponto decimal.</translation>
    </message>
    <message>
        <source>Nothing in this view can be animated.</source>
        <translation>Nada nesta vista pode ser animado.</translation>
    </message>
    <message>
        <source>Nothing here depends on “{name}”: what can be animated is {names}.</source>
        <translation>Nada aqui depende de “{name}”: o que pode ser animado é {names}.</translation>
    </message>
    <message>
        <source>{name} = {found} is out of range: from {low} to {high}.</source>
        <translation>{name} = {found} está fora do intervalo: de {low} a {high}.</translation>
    </message>
    <message>
        <source>Equal ratios need both ends above 0: choose another easing, or another start.</source>
        <translation>Razões iguais exigem os dois extremos acima de 0: escolha outro movimento ou outro início.</translation>
    </message>
    <message>
        <source>{found} pictures a second do not fit: from 1 to {most}.</source>
        <translation>{found} quadros por segundo não servem: de 1 a {most}.</translation>
    </message>
    <message>
        <source>A length of {found} s does not fit: from 0.1 to {most} seconds.</source>
        <translation>Uma duração de {found} s não serve: de 0,1 a {most} segundos.</translation>
    </message>
    <message>
        <source>{count} pictures are too many: at most {most}.</source>
        <translation>{count} quadros são demais: no máximo {most}.</translation>
    </message>
    <message>
        <source>content {c} · previous token {p} · distance {d}</source>
        <translation>conteúdo {c} · token anterior {p} · distância {d}</translation>
    </message>
    <message>
        <source>head {n}</source>
        <translation>cabeça {n}</translation>
    </message>
    <message>
        <source>step {n} of {all}</source>
        <translation>passo {n} de {all}</translation>
    </message>
    <message>
        <source>training step {n}</source>
        <translation>passo de treinamento {n}</translation>
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
    <name>training</name>
    <message>
        <source>The run diverged: step {step} made a weight infinite. The weights before it are kept; try a learning rate below {rate}.</source>
        <translation>O treinamento divergiu: o passo {step} tornou um peso infinito. Os pesos anteriores foram mantidos; tente uma taxa de aprendizado abaixo de {rate}.</translation>
    </message>
    <message>
        <source>The run diverged: after step {step} the loss is no finite number. The weights before it are kept; try a learning rate below {rate}.</source>
        <translation>O treinamento divergiu: depois do passo {step} a perda não é mais um número finito. Os pesos anteriores foram mantidos; tente uma taxa de aprendizado abaixo de {rate}.</translation>
    </message>
    <message>
        <source>task</source>
        <translation>tarefa</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>otimizador</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>taxa de aprendizado</translation>
    </message>
    <message>
        <source>The momentum is {found}, but it must be at least 0 and less than 1.</source>
        <translation>O momentum é {found}, mas deve ser no mínimo 0 e menor que 1.</translation>
    </message>
    <message>
        <source>{heads} heads of d_k = {d_k} are too large to train here: their product is at most {most}.</source>
        <translation>{heads} cabeças com d_k = {d_k} são grandes demais para treinar aqui: o produto dos dois é no máximo {most}.</translation>
    </message>
    <message>
        <source>{batch} sequences of {n} tokens are too many for one step: together at most {most} tokens.</source>
        <translation>{batch} sequências de {n} tokens são demais para um passo: juntas, no máximo {most} tokens.</translation>
    </message>
    <message>
        <source>A delay of {delay} does not fit a sequence of {n} tokens: no token would have anything to copy.</source>
        <translation>Um atraso de {delay} não cabe em uma sequência de {n} tokens: nenhum token teria o que copiar.</translation>
    </message>
    <message>
        <source>To find the matching token, the first half of the sequence needs {pairs} different symbols, but the vocabulary has {found}.</source>
        <translation>Para achar o token correspondente, a primeira metade da sequência precisa de {pairs} símbolos diferentes, mas o vocabulário tem {found}.</translation>
    </message>
    <message>
        <source>There is no {role} called “{name}”: choose one of {names}.</source>
        <translation>Não há {role} com o nome “{name}”: escolha entre {names}.</translation>
    </message>
    <message>
        <source>{name} is {found}, but it must be a whole number from {least} to {most}.</source>
        <translation>{name} é {found}, mas deve ser um número inteiro de {least} a {most}.</translation>
    </message>
    <message>
        <source>{name} is {found}, but it must be more than 0 and at most {most}.</source>
        <translation>{name} é {found}, mas deve ser maior que 0 e no máximo {most}.</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>vocabulário</translation>
    </message>
    <message>
        <source>delay</source>
        <translation>atraso</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>lote</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>semente</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>passos</translation>
    </message>
    <message>
        <source>Learned weights</source>
        <translation>Pesos aprendidos</translation>
    </message>
    <message>
        <source>step</source>
        <translation>passo</translation>
    </message>
    <message>
        <source>loss (nats)</source>
        <translation>perda (nats)</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>acertos</translation>
    </message>
    <message>
        <source>A, head {head}</source>
        <translation>A, cabeça {head}</translation>
    </message>
    <message>
        <source>said</source>
        <translation>disse</translation>
    </message>
    <message>
        <source>right</source>
        <translation>certo</translation>
    </message>
    <message>
        <source>Attend to the previous token</source>
        <translation>Olhar para o token anterior</translation>
    </message>
    <message>
        <source>Copy with a delay</source>
        <translation>Copiar com atraso</translation>
    </message>
    <message>
        <source>Find the matching token</source>
        <translation>Achar o token correspondente</translation>
    </message>
    <message>
        <source>Attend to the marked token</source>
        <translation>Olhar para o token marcado</translation>
    </message>
    <message>
        <source>The right answer at every token is the token before it.</source>
        <translation>A resposta certa em cada token é o token anterior a ele.</translation>
    </message>
    <message>
        <source>The right answer at every token is the one {delay} places before it.</source>
        <translation>A resposta certa em cada token é o que está {delay} posições antes dele.</translation>
    </message>
    <message>
        <source>Letters come with a number (c2); later they are asked for (c?), and the number is the answer.</source>
        <translation>Letras vêm com um número (c2); depois pergunta-se por elas (c?), e o número é a resposta.</translation>
    </message>
    <message>
        <source>The right answer everywhere is the token that carries the mark (b*).</source>
        <translation>A resposta certa em toda parte é o token que traz a marca (b*).</translation>
    </message>
    <message>
        <source>÷ √dₖ</source>
        <translation>÷ √dₖ</translation>
    </message>
    <message>
        <source>not divided</source>
        <translation>sem dividir</translation>
    </message>
    <message>
        <source>Divided by √dₖ = {root}</source>
        <translation>Dividido por √dₖ = {root}</translation>
    </message>
    <message>
        <source>Not divided (dₖ = {d_k})</source>
        <translation>Sem dividir (dₖ = {d_k})</translation>
    </message>
    <message>
        <source>step {step} · loss {loss} · accuracy {accuracy} % · saturated rows {saturated} %</source>
        <translation>passo {step} · perda {loss} · acertos {accuracy}% · linhas saturadas {saturated}%</translation>
    </message>
    <message>
        <source>Change the training</source>
        <translation>Mudar o treinamento</translation>
    </message>
    <message>
        <source>{task}, {run}, step {step}</source>
        <translation>{task}, {run}, passo {step}</translation>
    </message>
    <message>
        <source>{task}, step {step}</source>
        <translation>{task}, passo {step}</translation>
    </message>
    <message>
        <source>Open the learned weights</source>
        <translation>Abrir os pesos aprendidos</translation>
    </message>
</context>
<context>
    <name>ui</name>
    <message>
        <source>{found} is out of range: from {low} to {high}.</source>
        <translation>{found} está fora da faixa: de {low} a {high}.</translation>
    </message>
</context>
</TS>
