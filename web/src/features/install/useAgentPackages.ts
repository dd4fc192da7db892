import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

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

/** The packages that this installation has for systems without Node; undefined where it has none, and until that is known. */
export function useAgentPackages(): AgentPackages | undefined {
  const { data } = useQuery(packagesQuery, { fetchPolicy: 'cache-first', context: { withoutSession: true } })
  const packages = data?.site.agentPackages
  return packages ? { ...packages, serverUrl: data.site.serverUrl } : undefined
}
