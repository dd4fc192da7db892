import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { SystemGuide } from './systems.ts'

const packagesQuery = graphql(`
  query AgentPackages_Query {
    site {
      serverUrl
      agentPackages {
        signingKey
        packages {
          target
          url
          sizeBytes
          sha256
        }
      }
    }
  }
`)

/** The agent for systems without Node, and the server's address, which installs it. */
export type AgentPackages = NonNullable<ResultOf<typeof packagesQuery>['site']['agentPackages']> & { serverUrl: string }

/**
 * The installation's packages without Node for a system; undefined if it has none. Until `isKnown`, they could still move the content that
 * follows them.
 */
export function useAgentPackages({ platform }: SystemGuide): { packages?: AgentPackages; isKnown: boolean } {
  const { data, loading } = useQuery(packagesQuery, { fetchPolicy: 'cache-first', context: { withoutSession: true } })
  if (!data?.site.agentPackages) return { isKnown: !loading }
  const { signingKey, packages } = data.site.agentPackages
  const own = packages.filter(({ target }) => target.startsWith(platform))
  if (own.length === 0) return { isKnown: true }
  return { packages: { signingKey, packages: own, serverUrl: data.site.serverUrl }, isKnown: true }
}
