import type { Runtime } from '#site/core/page.ts'
import { startWorker } from './worker.ts'

/** Runs when the first view is idle; nothing in it may hinder the page. */
export async function startOffline({ site }: Runtime): Promise<void> {
  try {
    await startWorker(site.offline)
  } catch (error) {
    console.warn('The offline worker could not be started', error)
  }
}
