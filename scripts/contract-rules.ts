import {
  buildASTSchema,
  type DocumentNode,
  findBreakingChanges,
  findDangerousChanges,
  GraphQLDeprecatedDirective,
  GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type ConstDirectiveNode,
  visit,
} from 'graphql'

/** The effect of a contract change on clients of the last release. */
export interface Comparison {
  /** A client that worked may stop working. */
  breaking: string[]
  /** A client that was written carelessly may stop working. */
  dangerous: string[]
}

/** Compares the contract with that of the last release. What was marked for removal until a day before `today` (YYYY-MM-DD) may be gone. */
export function compareContracts(released: DocumentNode, current: DocumentNode, today: string): Comparison {
  const before = reachable(buildASTSchema(withoutExpired(released, today)))
  const now = buildASTSchema(current)
  return {
    breaking: [...findBreakingChanges(before, now).map(({ description }) => description), ...findMarks(before, now)],
    dangerous: findDangerousChanges(before, now).map(({ description }) => description),
  }
}

/** Returns the day until which a deprecated element works; undefined if its reason names none. */
function expiryOf(directives: readonly ConstDirectiveNode[] | undefined): string | undefined {
  const values = getDirectiveValues(GraphQLDeprecatedDirective, { directives })
  return /\bUntil (\d{4}-\d\d-\d\d)\b/.exec(String(values?.['reason']))?.[1]
}

function withoutExpired(document: DocumentNode, today: string): DocumentNode {
  const drop = {
    enter: ({ directives }: { directives?: readonly ConstDirectiveNode[] }) => {
      const until = expiryOf(directives)
      return until !== undefined && until < today ? null : undefined
    },
  }
  return visit(document, { FieldDefinition: drop, InputValueDefinition: drop, EnumValueDefinition: drop })
}

/** Omits types that no operation uses: whatever used them was removed in time. */
function reachable(schema: GraphQLSchema): GraphQLSchema {
  return new GraphQLSchema({ ...schema.toConfig(), types: [] })
}

/** Returns the broken promises of the contract's directives, which the graphql package does not compare. */
function findMarks(before: GraphQLSchema, now: GraphQLSchema): string[] {
  const marks = (schema: GraphQLSchema, directive: string) =>
    new Set(
      listFields(schema).flatMap(({ name, node }) =>
        node?.directives?.some((mark) => mark.name.value === directive) ? [name] : [],
      ),
    )
  const known = new Set(listFields(before).map(({ name }) => name))
  const kept = new Set(listFields(now).map(({ name }) => name))
  const [hiddenBefore, hidden] = [marks(before, 'forEdges'), marks(now, 'forEdges')]
  const [promised, stillPromised] = [marks(before, 'semanticNonNull'), marks(now, 'semanticNonNull')]
  return [
    ...[...hidden]
      .filter((name) => known.has(name) && !hiddenBefore.has(name))
      .map((name) => `${name} was hidden by @forEdges.`),
    ...[...promised]
      .filter((name) => kept.has(name) && !stillPromised.has(name))
      .map((name) => `${name} lost @semanticNonNull.`),
  ]
}

function listFields(schema: GraphQLSchema) {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({
          name: `${type.name}.${field.name}`,
          type: getNamedType(field.type).name,
          isDeprecated: field.deprecationReason !== undefined && field.deprecationReason !== null,
          deprecationReason: field.deprecationReason,
          node: field.astNode,
        }))
      : [],
  )
}

/** Lowercase enums: the first three predate the rule, and the others use the specification's words. */
export const lowercaseEnums: Readonly<Record<string, readonly string[]>> = {
  AgentHealth: ['inactive', 'healthy', 'degraded', 'down'],
  ContactRequestStatus: ['new', 'open', 'closed'],
  PlanChangeMode: ['coming_soon', 'manual', 'provider'],
  AgentStatus: ['active', 'inactive', 'error'],
  ContactCategory: ['general', 'support', 'billing', 'feature', 'bug', 'partnership'],
  ContactRequestType: ['contact', 'issue'],
  DomainStatus: ['pending', 'verified', 'failed'],
  InviteStatus: ['pending', 'accepted', 'declined', 'expired'],
  InvoiceStatus: ['pending', 'paid', 'failed', 'cancelled'],
  IssuePriority: ['low', 'medium', 'high', 'critical'],
  IssueType: ['bug', 'feature', 'improvement', 'security'],
  PlanType: ['free', 'pro', 'custom'],
  Role: ['super_admin', 'admin', 'viewer'],
  SitewideAlertType: ['info', 'warning', 'error', 'success'],
  SubscriptionStatus: ['active', 'trialing', 'past_due', 'canceled', 'not_started'],
}

/** Finds violations of the contract's style (docs/decisions/0063-changes-of-the-contract.md). */
export function findFaultsOfStyle(document: DocumentNode): string[] {
  const schema = buildASTSchema(document)
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const values = types
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => ({ enumName: type.name, name })))
  const fields = listFields(schema).filter(({ name }) => !name.startsWith('__'))
  const inputs = types.filter(isInputObjectType).flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({
      name: `${type.name}.${field.name}`,
      type: getNamedType(field.type).name,
      isDeprecated: false,
      deprecationReason: undefined,
    })),
  )
  const all = [...fields, ...inputs]
  return [
    ...values
      .filter(({ enumName, name }) => !/^[A-Z][A-Z0-9_]*$/.test(name) && !lowercaseEnums[enumName]?.includes(name))
      .map(({ enumName, name }) => `${enumName}.${name}: values of enums are UPPER_CASE.`),
    ...all
      .filter(
        ({ name, type, isDeprecated }) =>
          /(amount|price|cost)/i.test(name.split('.')[1] ?? '') && type === 'Float' && !isDeprecated,
      )
      .map(({ name }) => `${name}: money is a SafeInt of cents with the currency beside it, not a Float.`),
    ...all
      .filter(({ name, type }) => /[a-z]At$/.test(name) && type !== 'DateTime')
      .map(({ name }) => `${name}: an instant is a DateTime.`),
    ...all
      .filter(
        ({ deprecationReason }) =>
          typeof deprecationReason === 'string' && !/\bUntil \d{4}-\d\d-\d\d\b/.test(deprecationReason),
      )
      .map(
        ({ name }) =>
          `${name}: the reason of @deprecated ends with the day of six months later, as "Until 2027-05-25."`,
      ),
  ]
}
