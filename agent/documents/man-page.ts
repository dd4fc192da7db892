import type { CommandReference } from './reference.ts'

const files = [
  ['./culvert.yml, ~/.config/culvert/culvert.yml', 'Tunnels and settings; the first that exists is read.'],
  ['~/.config/culvert/sign-ins.json', 'The sign-ins of culvert login. Only their owner can read it.'],
  [
    '~/.config/culvert/service.env',
    'Variables of the service, as lines NAME=value. Only its owner should be able to read it.',
  ],
] as const

/** Returns the manual page culvert(1), in the macros of man(7). */
export function toManPage(
  commands: readonly CommandReference[],
  version: string,
  exitCodes: readonly string[],
): string {
  return [
    `.TH CULVERT 1 "" "culvert ${version}" "Culvert"`,
    '.SH NAME',
    String.raw`culvert \- give an app on this machine a public URL`,
    '.SH SYNOPSIS',
    ...commands.flatMap(({ usage }) => ['.br', escape(usage)]),
    '.SH DESCRIPTION',
    escape(
      'culvert connects an app on this machine with a Culvert server, which gives it a public URL. Options come before variables of the environment, and those before culvert.yml.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(describe),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap((line) => {
      const [, code = '', meaning = ''] = /^\s*(\d) +(.*)$/.exec(line) ?? []
      return code === '' ? [] : ['.TP', code, escape(meaning)]
    }),
    '.SH FILES',
    ...files.flatMap(([path, meaning]) => ['.TP', escape(path), escape(meaning)]),
    '',
  ].join('\n')
}

function describe({ usage, description, arguments: words, options, examples }: CommandReference): string[] {
  return [
    `.SS ${escape(usage)}`,
    escape(description),
    ...words.flatMap((word) => ['.TP', escape(word.name), escape(word.description)]),
    ...options.flatMap(({ flags, variable, description: meaning }) => [
      '.TP',
      String.raw`\fB${escape(flags)}\fR`,
      escape(variable === '' ? meaning : `${meaning} Variable: ${variable}.`),
    ]),
    ...examples.flatMap(([line, meaning]) => ['.TP', escape(line), escape(`Example: ${meaning}.`)]),
  ]
}

/** Escapes text for troff: a hyphen is a minus sign, and a line that begins with a full stop or an apostrophe is not a request. */
function escape(text: string): string {
  const escaped = text.replaceAll('\\', String.raw`\e`).replaceAll('-', String.raw`\-`)
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped
}
