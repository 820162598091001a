import { describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const open = (settings: Record<string, string>) =>
  createTestApp(settings, createPages(developmentAssets('http://localhost:5173')))
const apps = {
  house: await open({ MINIMUM_AGE: '16' }),
  own: await open({ ADS: 'own' }),
  off: await open({ ADS: 'off' }),
}

async function textOf(ads: keyof typeof apps, path: string, language = 'pl'): Promise<string> {
  const page = await apps[ads].request(path, { headers: { cookie: `language=${language}` } })
  expect(page.status).toBe(200)
  return (await page.text()).replaceAll('<!-- -->', '')
}

describe('the privacy policy', () => {
  test("POL-1 PRIV-1 the privacy policy is dated, in the reader's language, with a language switch", async () => {
    const polish = await textOf('house', '/privacy-policy')
    expect(polish).toContain('Ostatnia zmiana: 24 października 2025')
    expect(polish).toContain('href="/privacy-policy?lang=en"')
    expect(polish).toMatch(/<main [^>]*lang="pl"/)
    const english = await textOf('house', '/privacy-policy', 'en')
    expect(english).toContain('Last updated: 24 October 2025')
    expect(english).toContain('href="/privacy-policy?lang=pl"')
    expect(await textOf('house', '/privacy-policy?lang=en')).toMatch(/<main [^>]*lang="en"/)
  })

  test('AGE-1 POL-1 the privacy policy names the minimum age from the settings', async () => {
    expect(await textOf('house', '/privacy-policy')).toContain('poniżej 16 lat')
    expect(await textOf('off', '/privacy-policy', 'en')).toContain('children under 13')
  })

  test('the privacy policy describes advertising as set in ADS, in both languages', async () => {
    expect(await textOf('house', '/privacy-policy')).toContain('promocje funkcji serwisu')
    expect(await textOf('own', '/privacy-policy')).toContain('dzienne sumy wyświetleń i kliknięć')
    expect(await textOf('off', '/privacy-policy')).toContain('nie pokazuje reklam')
    expect(await textOf('own', '/privacy-policy', 'en')).toContain('sums by day')
    expect(await textOf('off', '/privacy-policy', 'en')).toContain('shows no advertising')
  })
})
