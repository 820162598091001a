/** The light version of a page; `offered`: the browser saves data, and its reader has not decided yet. */
export type LiteMode = 'on' | 'offered' | 'off'
