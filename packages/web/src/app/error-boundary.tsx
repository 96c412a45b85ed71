import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ChunkMissing } from './lazy-page.ts';

function Failure({ error }: { error: unknown }) {
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

interface Props {
  children: ReactNode;
  /** Stands in place of the apology, where the part is not worth one. */
  fallback?: ReactNode;
}

/** Catches what a page throws while rendering, so that the frame stays and a next step is offered. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    const { children, fallback } = this.props;
    if (!this.state.failed) return children;
    return fallback === undefined ? <Failure error={this.state.error} /> : fallback;
  }
}
