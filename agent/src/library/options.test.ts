import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { optionOf } from './options.ts'

const guide = readFileSync(new URL('../../../docs/guide/library.md', import.meta.url), 'utf8')

it.each(Object.keys(tunnelSettings) as (keyof typeof tunnelSettings)[])(
  'docs/guide/library.md names the option for --%s',
  (setting) => {
    const [option] = optionOf(setting).split('.')
    expect(guide).toMatch(new RegExp(`\`${option}\`|^  ${option}: \\{`, 'm'))
  },
)
