import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import { type ASTNode, GraphQLError, Kind, type ValidationContext, type ValidationRule, visit } from 'graphql'

/** Tokens a document may have; checked while it is parsed. */
export const documentTokensMax = 2_000

// A thrown error would become a 500; a rejection is reported as one of the document's faults instead. The rules call it a syntax error, which it is not.
const report = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(
        new GraphQLError(`${message.replace('Syntax Error: ', '')} Ask for less, or send several operations.`),
      ),
  ],
}

/** Bounds on what one operation may ask for. The heaviest screen stays below a third of each. */
export const operationLimits: ValidationRule[] = [
  maxDepthRule({ n: 12, ...report }),
  maxAliasesRule({ n: 30, ...report }),
  withoutCounts(costLimitRule({ maxCost: 5_000, ...report })),
]

/**
 * Hides `first` and `last` from the rule, which multiplies by them if they are literals, but not if they are variables. Rows are
 * counted elsewhere, both ways (`cost/count-rows.ts`).
 */
function withoutCounts(rule: ReturnType<typeof costLimitRule>): ValidationRule {
  return (context) => {
    const fragmentsToo = Object.create(context, {
      getFragment: {
        value: (name: string) => {
          const fragment = context.getFragment(name)
          return fragment && dropCounts(fragment)
        },
      },
    }) as ValidationContext
    const { OperationDefinition } = rule(fragmentsToo)
    return { OperationDefinition: (operation) => OperationDefinition.enter?.(dropCounts(operation)) }
  }
}

function dropCounts<Node extends ASTNode>(node: Node): Node {
  return visit(node, {
    [Kind.ARGUMENT]: ({ name: { value } }) => (value === 'first' || value === 'last' ? null : undefined),
  })
}
