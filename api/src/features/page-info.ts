import { partial } from '../ground/resolver-types.ts'

/** Resolvers of the position of a part, which every connection has. */
export const pageInfoResolvers = partial({
  PageInfo: {
    hasNextPage: ({ findNext }) => findNext(),
    hasPreviousPage: ({ findPrevious }) => findPrevious(),
  },
})
