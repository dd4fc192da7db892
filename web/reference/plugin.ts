import { sdl } from '@culvert/schema'
import { buildSchema } from 'graphql'
import type { Plugin } from 'vite'
import { renderReference } from './render.ts'

const name = 'virtual:api-reference'

/** Makes the API reference a separate module, whose default export is HTML. */
export function apiReference(): Plugin {
  return {
    name: 'api-reference',
    resolveId: { filter: { id: /^virtual:api-reference$/ }, handler: () => `\0${name}` },
    load: {
      filter: { id: /^\0virtual:api-reference$/ },
      handler: () => `export default ${JSON.stringify(renderReference(buildSchema(sdl)))}`,
    },
  }
}
