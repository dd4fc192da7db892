import { Button } from '@mantine/core'
import { IconDownload } from './icons.ts'
import { Item } from './ItemList.tsx'
import { Notice } from './Notice.tsx'

interface ExportItemProps {
  title: string
  description: string
  pending: boolean
  /** Why the last export failed. */
  errorText: string | undefined
  onExport: () => void
}

/** Offers data as a file, in an `ItemList`. */
export function ExportItem({ title, description, pending, errorText, onExport }: ExportItemProps) {
  return (
    <Item
      title={title}
      description={description}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={pending}
          onClick={onExport}
        >
          Export data
        </Button>
      }
    >
      {errorText && <Notice tone="danger">{errorText}</Notice>}
    </Item>
  )
}
