import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import type { GraphQLError, ValidationContext, ValidationRule } from 'graphql'

/** Tokens a document may have; checked while it is parsed. */
export const documentTokensMax = 2_000

// A thrown error would become a 500; a rejection is reported as one of the document's faults instead.
const report = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
}

/** Bounds on what one operation may ask for. The heaviest screen stays below a third of each. */
export const operationLimits: ValidationRule[] = [
  maxDepthRule({ n: 12, ...report }),
  maxAliasesRule({ n: 30, ...report }),
  costLimitRule({ maxCost: 5_000, ...report }),
]
