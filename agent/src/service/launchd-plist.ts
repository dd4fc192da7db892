import { argumentsOf, marker } from './service.ts'
import type { Service } from './service.ts'
import { escapeXml } from './xml.ts'

/** The name of the service in launchd. */
export const label = 'culvert-agent'

/**
 * Returns a property list for launchd (launchd.plist(5)). launchd keeps no log, and restarts a program after any exit code but 0:
 * `culvert service run` handles both.
 */
export function toLaunchdPlist(service: Service): string {
  const { scope, program, user, environment } = service
  const command = [...program, 'service', 'run', ...argumentsOf(service)]
  const variables = Object.entries(environment).flatMap(([name, value]) => [
    `    <key>${escapeXml(name)}</key>`,
    `    <string>${escapeXml(value)}</string>`,
  ])
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${marker} -->`,
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${label}</string>`,
    ...(scope === 'system' ? ['  <key>UserName</key>', `  <string>${escapeXml(user)}</string>`] : []),
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${escapeXml(word)}</string>`),
    '  </array>',
    ...(variables.length === 0 ? [] : ['  <key>EnvironmentVariables</key>', '  <dict>', ...variables, '  </dict>']),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ThrottleInterval</key>',
    '  <integer>10</integer>',
    '  <key>ProcessType</key>',
    '  <string>Standard</string>',
    '  <key>Umask</key>',
    // 0o077: property lists use decimal numbers.
    '  <integer>63</integer>',
    '</dict>',
    '</plist>',
  ]
  return `${lines.join('\n')}\n`
}
