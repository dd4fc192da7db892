/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type DomainFieldsFragment = {
  id: string
  domain: string
  status: Types.DomainStatus
  verifying: boolean
  verificationToken: string
  lastCheckMessage: string | null
  lastCheckedAt: string | null
  createdAt: string
  updatedAt: string
  deletedAt: string | null
  dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
}

export type DomainsQueryVariables = Exact<{
  accountId: string
  status?: Array<Types.DomainStatus> | Types.DomainStatus | null | undefined
}>

export type DomainsQuery = {
  account: {
    viewerCanManageDomains: boolean
    domains: Array<{
      id: string
      domain: string
      status: Types.DomainStatus
      verifying: boolean
      verificationToken: string
      lastCheckMessage: string | null
      lastCheckedAt: string | null
      createdAt: string
      updatedAt: string
      deletedAt: string | null
      dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
    }>
    usage: { domains: number }
  }
}

export type AddDomainMutationVariables = Exact<{
  input: Types.AddDomainInput
}>

export type AddDomainMutation = {
  addDomain: {
    domain: {
      id: string
      domain: string
      status: Types.DomainStatus
      verifying: boolean
      verificationToken: string
      lastCheckMessage: string | null
      lastCheckedAt: string | null
      createdAt: string
      updatedAt: string
      deletedAt: string | null
      dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
    }
  }
}

export type VerifyDomainMutationVariables = Exact<{
  input: Types.VerifyDomainInput
}>

export type VerifyDomainMutation = {
  verifyDomain: {
    domain: {
      id: string
      domain: string
      status: Types.DomainStatus
      verifying: boolean
      verificationToken: string
      lastCheckMessage: string | null
      lastCheckedAt: string | null
      createdAt: string
      updatedAt: string
      deletedAt: string | null
      dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
    }
  }
}

export type DeleteDomainMutationVariables = Exact<{
  input: Types.DeleteDomainInput
}>

export type DeleteDomainMutation = {
  deleteDomain: {
    domain: {
      id: string
      domain: string
      status: Types.DomainStatus
      verifying: boolean
      verificationToken: string
      lastCheckMessage: string | null
      lastCheckedAt: string | null
      createdAt: string
      updatedAt: string
      deletedAt: string | null
      dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
    }
  }
}

export type DomainChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type DomainChangedSubscription = {
  domainChanged: {
    id: string
    domain: string
    status: Types.DomainStatus
    verifying: boolean
    verificationToken: string
    lastCheckMessage: string | null
    lastCheckedAt: string | null
    createdAt: string
    updatedAt: string
    deletedAt: string | null
    dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
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
export const DomainFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}
    `,
  { fragmentName: 'DomainFields' },
) as unknown as TypedDocumentString<DomainFieldsFragment, unknown>
export const DomainsDocument = new TypedDocumentString(`
    query Domains($accountId: ID!, $status: [DomainStatus!]) {
  account(id: $accountId) {
    viewerCanManageDomains
    domains(status: $status) {
      ...DomainFields
    }
    usage {
      domains
    }
  }
}
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}`) as unknown as TypedDocumentString<DomainsQuery, DomainsQueryVariables>
export const AddDomainDocument = new TypedDocumentString(`
    mutation AddDomain($input: AddDomainInput!) {
  addDomain(input: $input) {
    domain {
      ...DomainFields
    }
  }
}
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}`) as unknown as TypedDocumentString<AddDomainMutation, AddDomainMutationVariables>
export const VerifyDomainDocument = new TypedDocumentString(`
    mutation VerifyDomain($input: VerifyDomainInput!) {
  verifyDomain(input: $input) {
    domain {
      ...DomainFields
    }
  }
}
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}`) as unknown as TypedDocumentString<VerifyDomainMutation, VerifyDomainMutationVariables>
export const DeleteDomainDocument = new TypedDocumentString(`
    mutation DeleteDomain($input: DeleteDomainInput!) {
  deleteDomain(input: $input) {
    domain {
      ...DomainFields
    }
  }
}
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}`) as unknown as TypedDocumentString<DeleteDomainMutation, DeleteDomainMutationVariables>
export const DomainChangedDocument = new TypedDocumentString(`
    subscription DomainChanged($accountId: ID!) {
  domainChanged(accountId: $accountId) {
    ...DomainFields
  }
}
    fragment DomainFields on Domain {
  id
  domain
  status
  verifying
  verificationToken
  dnsRecords {
    type
    name
    value
  }
  lastCheckMessage
  lastCheckedAt
  createdAt
  updatedAt
  deletedAt
}`) as unknown as TypedDocumentString<DomainChangedSubscription, DomainChangedSubscriptionVariables>
