import { documentInCode } from '@culvert/schema/documents'
import type { Plugin } from 'vite'
import { graphql } from './src/graphql/generated/gql.ts'

/**
 * Puts the syntax tree of each document in the place of its `graphql(…)`. A screen then loads its own documents, and neither a
 * parser nor the generated map, which holds those of all screens.
 */
export function inlineDocuments(): Plugin {
  return {
    name: 'inline-documents',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: /\/generated\/gql\.ts'/ },
      handler(code, id) {
        const inlined = code.replaceAll(documentInCode, (_call, text: string) => {
          const tree = graphql(text)
          if (!isDocument(tree)) this.error(`${id} has a document that was not generated: npm run generate`)
          return JSON.stringify(tree)
        })
        if (/\bgraphql\(/.test(inlined)) this.error(`${id}: a document is written as graphql(\`…\`)`)
        return { code: inlined, map: null }
      },
    },
  }
}

/** The generated map answers a text that it does not have with an empty object. */
const isDocument = (tree: unknown) => typeof tree === 'object' && tree !== null && 'definitions' in tree
