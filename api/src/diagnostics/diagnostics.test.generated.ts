/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type CheckGatewayMutationVariables = Exact<{
  input: Types.CheckGatewayInput
}>

export type CheckGatewayMutation = {
  checkGateway: {
    check: {
      publicUrl: string
      passed: boolean
      steps: Array<{
        hop: Types.ConnectionHop
        state: Types.ConnectionState
        code: string | null
        message: string | null
        fix: string | null
      }>
    }
  }
}

export type CheckAgentMutationVariables = Exact<{
  input: Types.CheckAgentInput
}>

export type CheckAgentMutation = { checkAgent: { check: { publicUrl: string; passed: boolean } } }

export type TunnelErrorQueryVariables = Exact<{
  report: string
}>

export type TunnelErrorQuery = {
  tunnelError: {
    hop: Types.ConnectionHop
    hostname: string
    url: string
    method: string
    path: string
    failure: { requestId: string; code: string; cause: string; fix: string; detail: string | null; occurredAt: string }
    agent: { id: string } | null
    gateway: { id: string } | null
  }
}

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>
  private value: string
  public __meta__?: Record<string, any> | undefined

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value
  }
}

export const CheckGatewayDocument = new TypedDocumentString(`
    mutation CheckGateway($input: CheckGatewayInput!) {
  checkGateway(input: $input) {
    check {
      publicUrl
      passed
      steps {
        hop
        state
        code
        message
        fix
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CheckGatewayMutation, CheckGatewayMutationVariables>
export const CheckAgentDocument = new TypedDocumentString(`
    mutation CheckAgent($input: CheckAgentInput!) {
  checkAgent(input: $input) {
    check {
      publicUrl
      passed
    }
  }
}
    `) as unknown as TypedDocumentString<CheckAgentMutation, CheckAgentMutationVariables>
export const TunnelErrorDocument = new TypedDocumentString(`
    query TunnelError($report: String!) {
  tunnelError(report: $report) {
    failure {
      requestId
      code
      cause
      fix
      detail
      occurredAt
    }
    hop
    hostname
    url
    method
    path
    agent {
      id
    }
    gateway {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TunnelErrorQuery, TunnelErrorQueryVariables>
