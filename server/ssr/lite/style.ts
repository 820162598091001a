/** The whole style of the light mode, at most 3 kB. Colours are the system's. */
export const LITE_STYLE = [
  ':root{color-scheme:light dark;accent-color:auto}',
  'body{max-width:44rem;margin:0 auto;padding:0 .75rem;font:1rem/1.5 sans-serif;overflow-wrap:anywhere}',
  'h1{font-size:1.4rem;line-height:1.25}h2{font-size:1.15rem}h3{font-size:1rem}',
  'pre{overflow-x:auto;border:1px solid;padding:.5rem}table{display:block;overflow-x:auto;border-collapse:collapse}',
  'td,th{border:1px solid;padding:.15rem .4rem;text-align:start}',
  'ul,ol{padding-left:1.1rem}.prose ul,.prose ol{padding-left:2rem}',
  'nav ul,nav ol,.feed,.thread,.comment__replies,.list{list-style:none;padding-left:0}',
  'nav li{display:inline-block;margin-right:.75rem}',
  'nav a,.footer a,.topbar a,.meta a{display:inline-block;padding:.15rem 0}',
  '.topbar,.comments-head{border-bottom:1px solid}.footer{border-top:1px solid;margin-top:1.5rem;padding:.75rem 0}',
  '.topbar__inner>*,.topbar__actions>*,.footer>*{margin-right:.75rem}',
  '.topbar__actions,.topbar form{display:inline-block}',
  '.post-card,.comment{border-top:1px solid #8888;padding:.4rem 0}',
  '.comment__replies{margin:.4rem 0 0 .15rem;padding-left:.6rem;border-left:2px solid #8886}',
  '.comment__replies .comment{border-top:1px dotted #8888}',
  '.meta>*,.post-actions>*,.comment__foot>*,.call-form>*,.btn-row>*{margin-right:.5rem}',
  '.votes,.call-form,.votes form{display:inline}.votes--mine{font-weight:700}',
  'button,input,select,textarea{font:inherit;max-width:100%;box-sizing:border-box;min-height:1.75rem}',
  'textarea,input:not([type=checkbox],[type=radio],[type=file],[type=submit]){width:100%}textarea{min-height:5rem}',
  '.topbar input{width:auto!important}',
  'button[aria-pressed=true]{font-weight:700;outline:2px solid}',
  '[aria-current=page],[aria-current=true]{font-weight:700}',
  '[role=alert],.notice,.field__error{border:2px solid;padding:.4rem .6rem;margin:.5rem 0}',
  '.field__error{border-color:#c22}.field{margin:.6rem 0}.tag{border:1px solid;border-radius:3px;padding:0 .25rem}',
  ':focus-visible{outline:3px solid Highlight;outline-offset:2px}',
  'details>summary{cursor:pointer;padding:.15rem 0}dialog:not([open]){display:none}fieldset{border:1px solid #8888}',
  '.cover__closed:not(.cover:focus-within *){display:none}',
  '.spoiler:not(:focus,:hover){background:CanvasText;color:CanvasText}',
].join('')

/** All other classes are left out. */
export const LITE_CLASSES = new Set([...LITE_STYLE.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!))
