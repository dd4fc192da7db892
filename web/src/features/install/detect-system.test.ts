import { describe, expect, it } from 'vitest'
import { detectSystem } from './detect-system.ts'

describe('the system of a browser', () => {
  it.each([
    ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'],
    ['macos', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
    ['linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
    [undefined, 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'],
    [undefined, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
    [undefined, 'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'],
    [undefined, 'curl/8.0'],
  ])('is %s for %s', (system, userAgent) => {
    expect(detectSystem({ userAgent })).toBe(system)
  })

  it('is the platform of userAgentData if the browser provides it', () => {
    expect(detectSystem({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', userAgentData: { platform: 'Windows' } })).toBe(
      'windows',
    )
  })
})
