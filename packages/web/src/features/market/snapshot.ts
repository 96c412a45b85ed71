import { useEffect, useState } from 'react';
import { quoteOf } from '../../shared/feed/feed.ts';
import { type ListedItem, type LiveFigures, figuresOf } from '../../shared/trading/market/figures.ts';

/** Reads the live figures; a new function, and with it a new look, every so often while `running`. */
export function useSnapshot(running: boolean, everyMs: number): (item: ListedItem) => LiveFigures {
  const [read, setRead] = useState(() => freshReader());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setRead(() => freshReader()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return read;
}

function freshReader(): (item: ListedItem) => LiveFigures {
  return (item) => figuresOf(item, quoteOf(item.code));
}
