/** The light version of a page; 'offered' if the browser sends Save-Data and the reader has not decided. */
export type LiteMode = 'on' | 'offered' | 'off'
