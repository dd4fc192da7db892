import type { CommandReference } from './reference.ts'

/** Returns the reference of all commands for the README. */
export function toMarkdown(commands: readonly CommandReference[]): string {
  return commands.map(describe).join('\n')
}

function describe({ name, usage, description, arguments: words, options, examples }: CommandReference): string {
  const parts = [`### ${name}\n`, `\`${usage}\`\n`, `${description}\n`]
  if (words.length > 0) {
    parts.push(
      table(
        ['Argument', 'Meaning'],
        words.map((word) => [`\`${word.name}\``, word.description]),
      ),
    )
  }
  if (options.length > 0) {
    const hasVariables = options.some(({ variable }) => variable !== '')
    parts.push(
      table(
        hasVariables ? ['Option', 'Variable', 'Meaning'] : ['Option', 'Meaning'],
        options.map(({ flags, variable, description: meaning }) => [
          `\`${flags}\``,
          ...(hasVariables ? [variable === '' ? '' : `\`${variable}\``] : []),
          meaning,
        ]),
      ),
    )
  }
  if (examples.length > 0) {
    parts.push(
      table(
        ['Example', 'Meaning'],
        examples.map(([line, meaning]) => [`\`${line}\``, meaning]),
      ),
    )
  }
  return parts.join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    head,
    head.map(() => '---'),
    ...rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`))),
  ]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}
