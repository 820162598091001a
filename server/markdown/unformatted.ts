const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Contains paragraphs and line breaks only; takes a few ms for the longest text. */
export function unformattedHtml(text: string): string {
  const paragraphs: string[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) paragraphs.push(`<p>${lines.join('<br />\n')}</p>`)
    lines = []
  }
  for (const line of linesOf(text)) {
    if (line === '') endParagraph()
    else lines.push(line.replace(/[&<>]/g, (character) => ESCAPES[character]!))
  }
  endParagraph()
  return paragraphs.join('\n')
}

export function unformattedPlain(text: string): string {
  return linesOf(text)
    .filter((line) => line !== '')
    .join('\n')
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim())
}
