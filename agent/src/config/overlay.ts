import type { CommandValues } from './command-settings.ts'
import type { TunnelValues } from './tunnel-settings.ts'

type SettingName = keyof TunnelValues | keyof CommandValues

/** The settings that contradict a setting. A layer that has it drops them from the layers below. */
const replaced: Partial<Record<SettingName, readonly SettingName[]>> = {
  gateway: ['domain', 'random'],
  domain: ['gateway', 'random'],
  random: ['gateway', 'domain', 'pool'],
  pool: ['random'],
  rewrite: ['host-header'],
  'host-header': ['rewrite'],
  profile: ['authtoken'],
}

/** Returns the settings of both layers. Those of the upper one replace the same ones of the lower one, and those that contradict them. */
export function overlay<Values extends object>(lower: Values, upper: Values): Values {
  const left = { ...lower }
  for (const [name, others] of Object.entries(replaced)) {
    const value: unknown = Reflect.get(upper, name)
    if (value === undefined || value === false) continue
    for (const other of others) Reflect.deleteProperty(left, other)
  }
  return { ...left, ...upper }
}
