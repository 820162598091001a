/** The light version of a page; 'offered' where the browser asks to save data and the reader has not decided. */
export type LiteMode = 'on' | 'offered' | 'off'
