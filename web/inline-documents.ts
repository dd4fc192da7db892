import { documentInCode } from '@culvert/schema/documents'
import type { Plugin } from 'vite'
import { graphql } from './src/graphql/generated/gql.ts'

/**
 * Replaces each `graphql(…)` with the syntax tree of its document. A screen then loads its own documents, but neither a
 * parser nor the generated map, which contains those of all screens.
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

/** The generated map returns an empty object for an unknown text. */
const isDocument = (tree: unknown) => typeof tree === 'object' && tree !== null && 'definitions' in tree
