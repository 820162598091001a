/** Runs before the first paint; storage may be closed. */
export const THEME_SCRIPT =
  "(function(){var d=null;try{d=localStorage.getItem('darkMode')}catch(e){}" +
  "var k=d===null?matchMedia('(prefers-color-scheme: dark)').matches:d==='true';" +
  "document.documentElement.dataset.theme=k?'dark':'light'})()"
