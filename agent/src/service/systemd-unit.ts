import { permanentExitCodes } from '../failure.ts'
import { argumentsOf, description, marker } from './service.ts'
import type { Service } from './service.ts'

/** Returns a unit for systemd, whose version determines which settings it may contain. */
export function toSystemdUnit(service: Service, version: number): string {
  const { scope, program, user, environment, environmentFile } = service
  const isSystem = scope === 'system'
  const command = [...program, 'start', ...argumentsOf(service)]
  // Variables are expanded in arguments, but not in the program: a program with a dollar sign is passed as an argument of another program.
  const words = program[0]?.includes('$') === true ? ['/usr/bin/env', ...command] : command
  const lines = [
    `# ${marker}`,
    '',
    '[Unit]',
    `Description=${description}`,
    ...(isSystem ? ['After=network-online.target', 'Wants=network-online.target'] : []),
    // A server that cannot be reached for an hour is no reason to give up.
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    ...(isSystem ? [`User=${user}`] : []),
    `ExecStart=${words.map(quoteArgument).join(' ')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    `EnvironmentFile=-${escapeSpecifiers(environmentFile)}`,
    'Restart=on-failure',
    `RestartPreventExitStatus=${permanentExitCodes.join(' ')}`,
    ...(version >= restartStepsVersion
      ? ['RestartSec=1', 'RestartSteps=5', 'RestartMaxDelaySec=60']
      : ['RestartSec=5']),
    // Open requests have 3 s to finish.
    'TimeoutStopSec=10',
    'UMask=0077',
    ...confinement,
    ...(isSystem ? systemConfinement : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ]
  return `${lines.join('\n')}\n`
}

/** The first version that waits longer after each attempt. */
const restartStepsVersion = 254

/** Settings that need no root rights. V8 compiles into memory that is both writable and executable. */
const confinement = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
]

/** The home stays accessible: the configuration, its folders, logs and the command's state are there. */
const systemConfinement = [
  'CapabilityBoundingSet=',
  'PrivateDevices=yes',
  'PrivateTmp=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'ProtectSystem=full',
]

/** Quotes a word of a command line (systemd.service(5)). */
function quoteArgument(text: string): string {
  return quote(text).replaceAll('$', '$$$$')
}

function quote(text: string): string {
  return `"${escapeSpecifiers(text)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)}"`
}

/** A percent sign begins a specifier (systemd.unit(5)). */
function escapeSpecifiers(text: string): string {
  return text.replaceAll('%', '%%')
}
