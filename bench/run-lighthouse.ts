import { CommandError } from '#server/commands/console.ts'

/** Lighthouse is large, so `bun x` downloads it when it is needed. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

export async function runLighthouse<Report>(url: string, options: string[]): Promise<Report> {
  const child = Bun.spawn([process.execPath, 'x', '--bun', LIGHTHOUSE, url, '--output=json', '--quiet', ...options])
  const output = await new Response(child.stdout).text()
  if (!output.startsWith('{'))
    throw new CommandError(`${LIGHTHOUSE} said nothing of ${url}: it needs the network when it first runs.`)
  return JSON.parse(output) as Report
}
