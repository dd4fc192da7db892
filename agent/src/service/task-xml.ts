import { argumentsOf, description, marker } from './service.ts'
import type { Service } from './service.ts'
import { escapeXml } from './xml.ts'

/**
 * Returns a task for the Windows Task Scheduler, with the elements in the order of its schema. A task has no variables and no log, and is not restarted
 * by its exit code: `culvert service run` handles all three.
 */
export function toTaskXml(service: Service): string {
  const { scope, program, user, environment } = service
  const isSystem = scope === 'system'
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const command = [...program, 'service', 'run', '--restart', ...argumentsOf(service), ...variables]
  // A console program of a signed-in user would get a window. One without a session has none.
  const words = isSystem ? command : [String.raw`%SystemRoot%\System32\conhost.exe`, '--headless', ...command]
  const [first = '', ...rest] = words
  const trigger = isSystem ? 'BootTrigger' : 'LogonTrigger'
  const lines = [
    // UTF-16 text must declare its encoding.
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Source>${escapeXml(marker)}</Source>`,
    `    <Description>${description}</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    `    <${trigger}>`,
    '      <Enabled>true</Enabled>',
    ...(isSystem ? [] : [`      <UserId>${escapeXml(user)}</UserId>`]),
    `    </${trigger}>`,
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${escapeXml(user)}</UserId>`,
    // S4U runs without a session, and stores no password. Registering it takes an administrator.
    `      <LogonType>${isSystem ? 'S4U' : 'InteractiveToken'}</LogonType>`,
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    // The default is 72 hours.
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    // The default, 7, is below the priority of programs that people work with.
    '    <Priority>5</Priority>',
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    `      <Command>${escapeXml(first)}</Command>`,
    `      <Arguments>${escapeXml(rest.map(quoteForWindows).join(' '))}</Arguments>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
  ]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Quotes a word as CommandLineToArgvW reads it: backslashes count only before a quotation mark. */
function quoteForWindows(text: string): string {
  if (/^[^\s"]+$/.test(text)) return text
  return `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`
}
