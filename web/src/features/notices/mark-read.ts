import { graphql } from '../../graphql/generated/gql.ts'

export const markReadMutation = graphql(`
  mutation Notices_MarkRead($input: MarkNoticesReadInput!) {
    markNoticesRead(input: $input) {
      viewer {
        unreadNotices
      }
    }
  }
`)
