import type { AgentStatus } from '@culvert/agent/inspection'
import { Button, Group, Stack } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useListKeys } from '../ui/useListKeys.ts'
import type { VirtualListHandle } from '../ui/VirtualList.tsx'
import type { Client } from './client.ts'
import { Filters } from './Filters.tsx'
import { KeepingNotice } from './KeepingNotice.tsx'
import { ListBar } from './ListBar.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { RequestRows } from './RequestRows.tsx'
import { SetsDialog } from './SetsDialog.tsx'
import { useRequests } from './useRequests.ts'
import classes from './Inspector.module.css'

/** The inspector: requests on the left, one of them on the right. */
export function Inspector({ client }: { client: Client }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const openId = /^\/requests\/([\w-]+)$/.exec(pathname)?.[1]
  const [isPaused, setPaused] = useState(false)
  const [isReading, setReading] = useState(false)
  const [status, setStatus] = useState<AgentStatus>()
  const [hasSets, setSets] = useState(false)
  const list = useRef<VirtualListHandle>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const requests = useRequests(client, search.slice(1), isPaused || isReading || openId !== undefined)
  const { rows = [], waiting, reload, showWaiting } = requests
  const isLost = requests.fault !== undefined
  const refresh = useCallback(() => {
    client.status().then(setStatus, () => setStatus(undefined))
  }, [client])
  useEffect(() => {
    if (!isLost) refresh()
  }, [refresh, isLost])

  function openSets(): void {
    // Tunnels may have been opened or closed meanwhile.
    refresh()
    setSets(true)
  }

  function close(): void {
    void navigate({ pathname: '/', search })
    if (rows.some(({ id }) => id === openId)) list.current?.focus(openId)
  }
  useListKeys({
    search: () => searchField.current?.focus(),
    close: openId === undefined ? undefined : close,
    enterList: () => list.current?.focus(openId),
  })

  const shown = openId === undefined ? undefined : requests.find(openId)
  return (
    <Stack component="main" gap={0} h="100dvh">
      <header className={classes.header}>
        <Group gap="0.6rem" wrap="nowrap">
          <Mark />
          <h1 className={classes.title}>Inspector</h1>
        </Group>
        <div className={classes.tunnels}>
          {status?.tunnels.map(({ name, publicUrl, forwardingTo }) => (
            <span key={name}>
              <a href={publicUrl} target="_blank" rel="noreferrer">
                {publicUrl ?? name}
              </a>{' '}
              <span className={classes.soft}>to {forwardingTo}</span>
            </span>
          ))}
        </div>
        <Group gap="0.5rem" wrap="nowrap">
          <Button size="xs" variant="default" onClick={openSets}>
            Sets
          </Button>
          <Button size="xs" variant="default" onClick={() => void client.clear().then(reload, reload)}>
            Clear
          </Button>
          <ColorSchemeToggle />
        </Group>
      </header>
      {requests.fault && <FaultNotice fault={requests.fault} />}
      <KeepingNotice keeping={requests.keeping} />
      <div className={classes.main} data-open={openId !== undefined}>
        <section className={classes.list} aria-label="Requests">
          <Filters tunnels={status?.tunnels.map(({ name }) => name) ?? []} searchField={searchField} />
          <ListBar
            requests={requests}
            isPaused={isPaused}
            onPause={setPaused}
            onShowWaiting={() => {
              list.current?.scrollToTop()
              showWaiting()
            }}
          />
          <RequestRows requests={requests} openId={openId} onReading={setReading} list={list} />
        </section>
        {openId !== undefined && (
          <RequestPanel
            key={openId}
            id={openId}
            client={client}
            summary={shown}
            publicUrl={
              status?.tunnels.find(({ name }) => name === shown?.tunnel)?.publicUrl ?? status?.tunnels[0]?.publicUrl
            }
            onClose={close}
          />
        )}
      </div>
      {hasSets && (
        <SetsDialog
          client={client}
          requests={[...waiting, ...rows]}
          tunnels={status?.tunnels ?? []}
          onClose={() => setSets(false)}
        />
      )}
    </Stack>
  )
}

function FaultNotice({ fault }: { fault: 'token' | 'ended' }) {
  if (fault === 'ended') {
    return (
      <Notice tone="warning" title="The agent cannot be reached">
        This page shows what it last had, and looks for the agent. If the tunnel is closed, start it again, and open the
        inspector with <code>culvert inspect</code>.
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title="This page needs its token">
      Run <code>culvert inspect</code>, which opens the inspector with it.
    </Notice>
  )
}
