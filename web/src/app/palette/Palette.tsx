import { useQuery } from '@apollo/client/react'
import { Modal, TextInput, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActiveAccount } from '../../features/accounts/ActiveAccount.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconSearch } from '../../ui/icons.ts'
import { Keys } from '../../ui/Keys.tsx'
import { LostSince } from '../../ui/LostSince.tsx'
import { usePageActions } from '../../ui/page-actions.ts'
import {
  type Entry,
  findEntries,
  listAccounts,
  listActions,
  listPageActions,
  listPages,
  listThemes,
  listResources,
  paletteQuery,
} from './entries.ts'
import classes from './Palette.module.css'

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the combobox of the ARIA practices: the field keeps the focus and takes the keys */

interface PaletteProps {
  opened: boolean
  /** Counts the openings: each one starts empty, even while the previous one is still fading out. */
  openings: number
  onClose: () => void
}

/** Finds pages, items of the account, and actions by a few letters. */
export function Palette({ opened, openings, onClose }: PaletteProps) {
  // Opened only after it has mounted, so that the dialog knows where to return focus.
  const mounted = useMounted()
  return (
    <Modal
      opened={mounted && opened}
      onClose={onClose}
      title={<VisuallyHidden>Find or do something</VisuallyHidden>}
      centered={false}
      size="lg"
      padding={0}
      classNames={{ header: classes.header }}
    >
      <Finder key={openings} onDone={onClose} />
    </Modal>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const { switchTo } = useActiveAccount()
  const navigate = useNavigate()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(0)
  const entries = useEntries()
  const found = useMemo(() => findEntries(entries, query), [entries, query])
  const current = Math.min(selected, found.length - 1)

  const run = ({ group, to }: Entry) => {
    onDone()
    if (typeof to === 'function') to()
    else if (group === 'Accounts') switchTo(to)
    else void navigate(to)
  }
  const select = (index: number) => {
    setSelected((index + found.length) % Math.max(1, found.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const entry = found[current]
    if (event.key === 'ArrowDown') select(current + 1)
    else if (event.key === 'ArrowUp') select(current - 1)
    else if (event.key === 'Enter' && entry) run(entry)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes.search }}
        leftSection={<IconSearch size={19} aria-hidden />}
        placeholder="Find or do something"
        aria-label="Find or do something"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[current] && `${listId}-${current}`}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden component="output">{formatNumber(found.length, 'result')}</VisuallyHidden>
      <div id={listId} className={classes.list} role="listbox" aria-label="Results">
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, entriesOfGroup]) => (
          <ul key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <li id={`${listId}-${group}`} className={classes.group} role="presentation">
              {group}
            </li>
            {entriesOfGroup.map((entry) => {
              const index = found.indexOf(entry)
              return (
                <Option
                  key={entry.id}
                  id={`${listId}-${index}`}
                  entry={entry}
                  selected={index === current}
                  onRun={() => run(entry)}
                />
              )
            })}
          </ul>
        ))}
      </div>
      {found.length === 0 && <p className={classes.empty}>Nothing here matches “{query}”.</p>}
    </>
  )
}

function useEntries(): Entry[] {
  const { membership, memberships } = useActiveAccount()
  const { account } = membership
  const { data } = useQuery(paletteQuery, { variables: { accountId: account.id } })
  const offered = usePageActions()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return useMemo(
    () => [
      ...listPageActions(offered),
      ...(data ? listActions(data.account, account.viewerCanManageApiKeys) : []),
      ...listPages(account),
      ...(data ? listResources(data.account) : []),
      ...listAccounts(memberships, account.id),
      ...listThemes(colorScheme, setColorScheme),
    ],
    [data, account, memberships, offered, colorScheme, setColorScheme],
  )
}

interface OptionProps {
  id: string
  entry: Entry
  selected: boolean
  onRun: () => void
}

/** The search field keeps the focus and names the selected option. */
function Option({ id, entry, selected, onRun }: OptionProps) {
  const { icon: EntryIcon, label, detail, lostAt, keys } = entry
  return (
    <li
      ref={(option) => {
        if (selected) option?.scrollIntoView?.({ block: 'nearest' })
      }}
      id={id}
      className={classes.option}
      role="option"
      aria-selected={selected}
      onClick={onRun}
    >
      <EntryIcon className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {lostAt && (
        <span className={classes.lost}>
          Reconnecting, <LostSince iso={lostAt} />
        </span>
      )}
      {keys && (
        <span className={classes.keys}>
          <Keys keys={keys} />
        </span>
      )}
    </li>
  )
}
