type MediaKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'mp4' | 'webm' | 'quicktime' | 'heic' | 'avif' | 'svg' | 'other'

export const HEADER_BYTES = 4096

const MP4_BRANDS = new Set([
  'isom',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'M4VP',
  'dash',
  'mmp4',
  'MSNV',
  'cmfc',
  'f4v ',
])
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

const isMp4Brand = (brand: string) => MP4_BRANDS.has(brand) || /^iso[2-9a-c]$/.test(brand)

function kindOfBrands(head: Uint8Array, text: string): MediaKind {
  const end = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length)
  const major = text.slice(8, 12)
  const compatible: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) compatible.push(text.slice(at, at + 4))
  if (major === 'qt  ') return 'quicktime'
  if (major === 'avif' || major === 'avis') return 'avif'
  if (HEIC_BRANDS.has(major)) return compatible.includes('avif') ? 'avif' : 'heic'
  return isMp4Brand(major) || compatible.some(isMp4Brand) ? 'mp4' : 'other'
}

export function kindOf(head: Uint8Array): MediaKind {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (text.slice(4, 8) === 'ftyp' && head.length >= 16) return kindOfBrands(head, text)
  if (['moov', 'mdat', 'wide'].includes(text.slice(4, 8))) return 'quicktime'
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s/>]/i.test(text)) return 'svg'
  return 'other'
}
