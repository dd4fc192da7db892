import { Kind, OperationTypeNode, separateOperations, type DocumentNode, type SelectionNode } from 'graphql'

/** The subscription that reports changes, by the field that a query reads. */
const changes = new Map([
  ['account', 'accountChanged'],
  ['viewer', 'viewerChanged'],
])

const known = new WeakMap<DocumentNode, DocumentNode>()

/**
 * Returns the subscription that delivers what a query reads of its account or of the viewer, with the same variables, whenever that
 * changes. A query has only one subscription: a hook that is given another one starts over.
 */
export function toSubscription(query: DocumentNode): DocumentNode {
  const made = known.get(query) ?? makeSubscription(query)
  known.set(query, made)
  return made
}

function makeSubscription(query: DocumentNode): DocumentNode {
  const definitions = query.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition
    const { selectionSet } = definition
    const selections = selectionSet.selections.flatMap(toChange)
    return { ...definition, operation: OperationTypeNode.SUBSCRIPTION, selectionSet: { ...selectionSet, selections } }
  })
  // The server refuses fragments that only the other fields of the query use.
  const [subscription = query] = Object.values(separateOperations({ ...query, definitions }))
  return subscription
}

function toChange(field: SelectionNode): SelectionNode[] {
  const change = field.kind === Kind.FIELD ? changes.get(field.name.value) : undefined
  if (field.kind !== Kind.FIELD || change === undefined) return []
  const names = field.arguments?.map((argument) => ({ ...argument, name: { ...argument.name, value: 'accountId' } }))
  return [{ ...field, name: { ...field.name, value: change }, arguments: names }]
}
