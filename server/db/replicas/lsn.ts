/** A WAL position of PostgreSQL such as `16/B374D848` is the number 0x16_B374D848. */
export function parseLsn(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
