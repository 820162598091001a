/** Sets the theme before the first paint, to avoid a flash; the try block is for browsers that block storage. */
export const THEME_SCRIPT =
  "(function(){var d=null;try{d=localStorage.getItem('darkMode')}catch(e){}" +
  "var k=d===null?matchMedia('(prefers-color-scheme: dark)').matches:d==='true';" +
  "document.documentElement.dataset.theme=k?'dark':'light'})()"
