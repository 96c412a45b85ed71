import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../test/around.tsx';
import { FilterChips, NoMatch, type Paged, PagedList } from './paged-list.tsx';

const asked: string[] = [];
const list = (state: Partial<Paged<string>>): Paged<string> => ({
  data: undefined,
  isError: false,
  error: null,
  hasNextPage: false,
  isFetchingNextPage: false,
  refetch: () => asked.push('again'),
  fetchNextPage: () => asked.push('next'),
  ...state,
});
const shown = (state: Partial<Paged<string>>) => (
  <PagedList list={list(state)} empty={<p>Nothing yet</p>} more="Show more">
    {(items) => (
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )}
  </PagedList>
);
const more = page.getByRole('button', { name: 'Show more' });
const items = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

describe('a list a page at a time', () => {
  test('says that it loads, that it failed and that there is nothing, each in its turn', async () => {
    const { rerender } = await draw(shown({}));
    await expect.element(page.getByRole('status')).toBeVisible();
    await rerender(shown({ isError: true, error: new Error('line') }));
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(asked.splice(0)).toEqual(['again']);
    await rerender(shown({ data: { pages: [{ items: [] }] } }));
    await expect.element(page.getByText('Nothing yet')).toBeVisible();
    expect(more.elements()).toEqual([]);
  });

  test('shows all pages as one, and a button as long as there is another', async () => {
    const { rerender } = await draw(shown({ data: { pages: [{ items: ['a', 'b'] }, { items: ['c'] }] }, hasNextPage: true }));
    expect(items()).toEqual(['a', 'b', 'c']);
    await userEvent.click(more);
    expect(asked.splice(0)).toEqual(['next']);
    await rerender(shown({ data: { pages: [{ items: ['a'] }] }, hasNextPage: true, isFetchingNextPage: true }));
    await userEvent.click(more, { force: true });
    expect(asked).toEqual([]);
    await rerender(shown({ data: { pages: [{ items: ['a'] }] } }));
    expect(more.elements()).toEqual([]);
  });

  test('takes nothing else along when a row cannot be drawn', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const broken = (rows: readonly string[]): string => {
      throw new Error(`no row for ${rows[0]}`);
    };
    await draw(
      <>
        <p>The rest of the page</p>
        <PagedList list={list({ data: { pages: [{ items: ['a'] }] } })} empty={null} more="Show more">
          {broken}
        </PagedList>
      </>,
    );
    await expect.element(page.getByText('This part could not be shown')).toBeVisible();
    await expect.element(page.getByText('The rest of the page')).toBeVisible();
  });

  test('stays while it could not be fetched anew', async () => {
    await draw(shown({ data: { pages: [{ items: ['a'] }] }, isError: true }));
    expect(items()).toEqual(['a']);
  });
});

test('chips choose one status or all, and so does the way out where nothing matches', async () => {
  function Narrowed() {
    const [only, setOnly] = useState<'won' | 'lost' | null>(null);
    const options = [
      { value: 'won', label: 'Won' },
      { value: 'lost', label: 'Lost' },
    ] as const;
    return (
      <>
        <FilterChips label="Status" all="All" options={options} only={only} onOnly={setOnly} />
        {only === null ? null : <NoMatch title="None" showAll="Show all" onShowAll={() => setOnly(null)} />}
      </>
    );
  }
  await draw(<Narrowed />);
  const pressed = () =>
    page
      .getByRole('group', { name: 'Status' })
      .getByRole('button', { pressed: true })
      .elements()
      .map((chip) => chip.textContent);
  expect(pressed()).toEqual(['All']);
  await userEvent.click(page.getByRole('button', { name: 'Lost' }));
  expect(pressed()).toEqual(['Lost']);
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  expect(pressed()).toEqual(['All']);
});
