import { ImportError } from './map.ts'

export async function loadDump(
  dump: string,
  _options: { print: (line: string) => void },
): Promise<{ url: string; close: () => Promise<void> }> {
  throw new ImportError(`Load ${dump} into a database and give --database`)
}
