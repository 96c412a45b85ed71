import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from './button.tsx';
import { ChunkMissing } from './lazy-page.ts';
import { toast } from './toasts/toast.tsx';

function PageFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const chunk = error instanceof ChunkMissing;
  return (
    <div role="alert" className="m-auto flex flex-col items-center gap-s3 px-side py-s8 text-center">
      <TriangleAlert aria-hidden strokeWidth={1.5} className="size-icon-large text-warn" />
      <h1 className="text-title font-semibold">{t(chunk ? 'error.chunkTitle' : 'error.pageTitle')}</h1>
      <p className="max-w-[max(5.2rem,320px)] text-muted">{t(chunk ? 'error.chunkText' : 'error.pageText')}</p>
      <div className="mt-s3 flex flex-wrap justify-center gap-s3">
        <Button look="primary" onClick={() => location.reload()}>
          {t('action.reload')}
        </Button>
        <ButtonLink to="/">{t('action.toHome')}</ButtonLink>
      </div>
    </div>
  );
}

/** Code that is missing stays so until the page is loaded anew; anything else may go better the next time. */
function PartFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const chunk = error instanceof ChunkMissing;
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-s2 px-s5 py-s6 text-center">
      <p className="flex items-center gap-s2 font-semibold">
        <TriangleAlert aria-hidden className="size-icon shrink-0 text-warn" />
        {t('error.partTitle')}
      </p>
      <p className="max-w-[max(4.2rem,300px)] text-caption text-muted">{t(chunk ? 'error.chunkText' : 'error.partText')}</p>
      <Button size="small" onClick={chunk ? () => location.reload() : onRetry}>
        {t(chunk ? 'action.reload' : 'action.retry')}
      </Button>
    </div>
  );
}

/** Replaces a part that draws nothing of its own, and shows a message. */
function MissingPart() {
  const { t } = useTranslation();
  useEffect(() => {
    const action = { label: t('action.reload'), run: () => location.reload() };
    toast({ id: 'missing-part', kind: 'error', title: t('error.chunkTitle'), text: t('error.chunkText'), action });
  }, [t]);
  return null;
}

interface Props {
  children: ReactNode;
  /** What fails: a whole page, a part of one that has its own place, or something that is not shown until it is needed. */
  what?: 'page' | 'part' | 'nothing';
  /** Where the person is: what failed elsewhere is tried again. */
  place?: string;
}

interface State {
  readonly failed: boolean;
  readonly error: unknown;
  readonly place: string | undefined;
}

/** Catches what is thrown while rendering, so that the rest stays and a next step is offered. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ place }: Props, known: State): Partial<State> | null {
    return place === known.place ? null : { place, failed: false, error: undefined };
  }

  override render() {
    const { children, what = 'page' } = this.props;
    const { failed, error } = this.state;
    if (!failed) return children;
    if (what === 'nothing') return <MissingPart />;
    if (what === 'page') return <PageFailure error={error} />;
    return <PartFailure error={error} onRetry={() => this.setState({ failed: false, error: undefined })} />;
  }
}

/** A part of a page that may fail, or be late, without the others: a chart never hides positions. */
export function Region({ children, waiting = null, place = '' }: { children: ReactNode; waiting?: ReactNode; place?: string }) {
  return (
    <ErrorBoundary what="part" place={place}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}
