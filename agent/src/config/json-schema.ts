import { asSentence } from '../sentence.ts'
import { commandSettings } from './command-settings.ts'
import type { Setting } from './setting.ts'
import { tunnelSettings } from './tunnel-settings.ts'

/** Returns the JSON schema of culvert.yml (draft 2020-12), which editors use to complete and check it. */
export function createJsonSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'culvert.yml',
    description:
      'Tunnels of the culvert command. ${NAME} and ${NAME:-default} stand for variables of the environment, $$ for a dollar sign.',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...propertiesOf(commandSettings),
      defaults: {
        type: 'object',
        description: 'Defaults for all tunnels, which each may override.',
        additionalProperties: false,
        properties: propertiesOf(tunnelSettings),
      },
      tunnels: {
        type: 'object',
        description: 'The tunnels, by name.',
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$' },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['app'],
          properties: {
            app: {
              description:
                'The app: a port such as 3000, http://host:port, https://host:port, or a folder whose files are served.',
              type: ['string', 'integer'],
            },
            ...propertiesOf(tunnelSettings),
          },
        },
      },
    },
  }
}

/** Every value may also be text that contains a variable. */
function propertiesOf(table: Record<string, Setting<unknown>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { help, jsonSchema }]) => {
      const description = asSentence(help)
      return [name, { description, anyOf: [jsonSchema, { type: 'string', pattern: String.raw`\$\{` }] }]
    }),
  )
}
