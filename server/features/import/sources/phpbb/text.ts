import type { SourceText } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'

/** Returns a text as it was typed, from any form in which phpBB stored it. */
export function typedText(stored: string, uid: string): SourceText {
  return { format: 'bbcode', text: /^<[rt]>/.test(stored) ? fromXml(stored) : fromMarkup(stored, uid) }
}

/** Reads a text since 3.2: XML around the text as it was typed. */
const fromXml = (stored: string) =>
  decodeEntities(stored.replace(/<br\s*\/?>\n?/g, '\n').replace(/<\/?[A-Za-z][^>]*>/g, ''))

/** Reads a text before 3.2: tags with the id of the post, smilies and addresses as HTML between comments. */
function fromMarkup(stored: string, uid: string): string {
  const plain =
    uid === '' ? stored : stored.replaceAll(new RegExp(`(?::[a-z])?:${uid.replace(/\W/g, '')}(?=\\])`, 'g'), '')
  return decodeEntities(
    plain
      .replace(/\[\/\*(?::m)?\]/g, '')
      .replace(/<!-- s(.*?) -->.*?<!-- s\1 -->/gs, (_, smiley: string) => smiley)
      .replace(/<!-- [mlw] --><a [^>]*?href="([^"]*)"[^>]*>.*?<\/a><!-- [mlw] -->/gs, (_, href: string) => href)
      .replace(/<!-- e --><a [^>]*>(.*?)<\/a><!-- e -->/gs, (_, email: string) => email)
      .replace(/<!-- ia\d+ -->(.*?)<!-- ia\d+ -->/gs, (_, name: string) => name)
      .replace(/<br\s*\/?>\n?/g, '\n'),
  )
}
