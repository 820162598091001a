import type { SourceText } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'
import type { CustomBbcodes } from './custom-bbcodes.ts'
import { htmlOfStored } from './stored-xml.ts'

const NO_CUSTOM: CustomBbcodes = new Map()

/** phpBB stores XML since version 3.2, and BBCode in older versions. */
export function storedText(stored: string, uid: string, custom = NO_CUSTOM): SourceText {
  return /^<[rt][ >]/.test(stored)
    ? { format: 'html', text: htmlOfStored(stored, custom) }
    : { format: 'bbcode', text: fromMarkup(stored, uid) }
}

/** Before phpBB 3.2, tags contain an id, and smilies and URLs are stored as HTML between comments. */
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
