import { partial } from '../ground/resolver-types.ts'

/** What every connection says of where its part stands. */
export const pageInfoResolvers = partial({
  PageInfo: {
    hasNextPage: ({ findNext }) => findNext(),
    hasPreviousPage: ({ findPrevious }) => findPrevious(),
  },
})
