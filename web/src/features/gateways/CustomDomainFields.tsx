import { webPaths } from '@culvert/schema/web-paths'
import { Group, TextInput, type TextInputProps } from '@mantine/core'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

interface CustomDomainFieldsProps {
  /** The account's verified domains. */
  ownDomains: string[]
  nameProps: TextInputProps
  customDomainProps: TextInputProps
}

/** Name and hostname of a gateway on one of the account's own domains. */
export function CustomDomainFields({ ownDomains, nameProps, customDomainProps }: CustomDomainFieldsProps) {
  return (
    <>
      {ownDomains.length === 0 && (
        <Notice tone="info">
          You have no verified domain yet. <TextLink to={webPaths.domains}>Add and verify a domain</TextLink> first.
        </Notice>
      )}
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput label="Name" description="The name to use with --gateway" placeholder="shop" {...nameProps} />
        <TextInput
          label="Custom domain"
          description={ownDomains.length > 0 ? `On ${ownDomains.join(', ')}` : 'On one of your verified domains'}
          placeholder={`shop.${ownDomains[0] ?? 'dev.example.com'}`}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...customDomainProps}
        />
      </Group>
    </>
  )
}
