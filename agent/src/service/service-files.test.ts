import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../testing/folder.ts'
import { toLaunchdPlist } from './launchd-plist.ts'
import type { Service } from './service.ts'
import { toSystemdUnit } from './systemd-unit.ts'
import { toTaskXml } from './task-xml.ts'

/** Characters that each kind of service file quotes in its own way. */
const awkward = `a b%n"c"'d'$HOME\\e\\ <f>&g; é`
const variable = `http://proxy/${awkward}`

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

/** A service whose paths and variable need quoting. */
function makeService(over: Partial<Service> = {}): Service {
  return {
    scope: 'user',
    program: ['/usr/bin/node', join('/home/ada', awkward, 'culvert.js')],
    names: [],
    config: join('/home/ada', awkward, 'culvert.yml'),
    user: 'ada',
    environment: { HTTPS_PROXY: variable },
    environmentFile: '/home/ada/100% mine/service.env',
    log: undefined,
    ...over,
  }
}

/** Returns what systemd reports about a unit, one line per finding. */
function verify(unit: string): string {
  const folder = makeFolder()
  const path = join(folder, 'culvert-agent.service')
  writeFileSync(path, unit)
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('culvert-agent'))
    .join('\n')
}

const noSystemd = isInstalled('systemd-analyze') ? '' : ' (skipped: systemd-analyze is not installed)'

describe.skipIf(noSystemd !== '')(`a systemd unit${noSystemd}`, () => {
  it.each(['user', 'system'] as const)('of the %s passes `systemd-analyze verify`', (scope) => {
    const folder = join(makeFolder(), awkward)
    mkdirSync(folder)
    const program = join(folder, 'culvert')
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    for (const names of [[], ['web', 'api']]) {
      expect(verify(toSystemdUnit(makeService({ scope, names, program: [program] }), 252))).toBe('')
    }
    expect(verify(toSystemdUnit(makeService({ scope, program: ['/no/such/program'] }), 252))).toContain(
      '/no/such/program',
    )
  })

  it('has increasing restart delays from systemd 254 on, and omits them for older versions', () => {
    expect(toSystemdUnit(makeService(), 254)).toContain('RestartSteps=5\nRestartMaxDelaySec=60\n')
    expect(toSystemdUnit(makeService(), 253)).not.toContain('RestartSteps')
  })
})

/** Makes Python parse a text and print the result as JSON. */
function parse(script: string, input: string | Buffer): unknown {
  return JSON.parse(execFileSync('python3', ['-c', `import sys,json\n${script}`], { input, encoding: 'utf8' }))
}

const noPython = isInstalled('python3') ? '' : ' (skipped: python3 is not installed)'

describe.skipIf(noPython !== '')(`a file for another service manager${noPython}`, () => {
  const readPlist = 'import plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  const readXml = `import xml.etree.ElementTree as E
def read(e): return {"tag": e.tag.split("}")[1], "text": (e.text or "").strip(), "children": [read(c) for c in e]}
print(json.dumps(read(E.fromstring(sys.stdin.buffer.read()))))`

  it('makes launchd run the program with its arguments and variables, as the named user', () => {
    const service = makeService({ log: '/home/ada/Library/Logs/culvert.log' })
    const expected = {
      Label: 'culvert-agent',
      ProgramArguments: [
        ...service.program,
        'service',
        'run',
        '--all',
        '--config',
        service.config,
        '--log',
        '/home/ada/Library/Logs/culvert.log',
      ],
      EnvironmentVariables: { HTTPS_PROXY: variable },
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 10,
      ProcessType: 'Standard',
      Umask: 0o077,
    }
    expect(parse(readPlist, toLaunchdPlist(service))).toEqual(expected)
    expect(parse(readPlist, toLaunchdPlist({ ...service, scope: 'system' }))).toEqual({ ...expected, UserName: 'ada' })
    expect(parse(readPlist, toLaunchdPlist({ ...service, environment: {} }))).not.toHaveProperty('EnvironmentVariables')
  })

  interface Element {
    tag: string
    text: string
    children: Element[]
  }

  function find(element: Element, tag: string): Element[] {
    return [...(element.tag === tag ? [element] : []), ...element.children.flatMap((child) => find(child, tag))]
  }

  it('makes the Task Scheduler run it without a time limit, a window or a second copy', () => {
    const service = makeService({ program: [String.raw`C:\Program Files\Culvert\culvert.exe`], user: 'ada' })
    const root = parse(readXml, Buffer.from(toTaskXml(service), 'utf16le')) as Element
    const text = (tag: string) => find(root, tag).map((each) => each.text)
    expect(text('Command')).toEqual([String.raw`%SystemRoot%\System32\conhost.exe`])
    expect(text('Arguments')[0]).toMatch(
      /^--headless "C:\\Program Files\\Culvert\\culvert.exe" service run --restart --all /,
    )
    expect(find(root, 'LogonTrigger')).toHaveLength(1)
    expect(text('LogonType')).toEqual(['InteractiveToken'])
    expect(text('ExecutionTimeLimit')).toEqual(['PT0S'])
    expect(text('MultipleInstancesPolicy')).toEqual(['IgnoreNew'])
    const system = parse(readXml, Buffer.from(toTaskXml({ ...service, scope: 'system' }), 'utf16le')) as Element
    expect(find(system, 'BootTrigger')).toHaveLength(1)
    expect(find(system, 'LogonType').map((each) => each.text)).toEqual(['S4U'])
    expect(find(system, 'Command').map((each) => each.text)).toEqual(service.program)
  })
})
