import { servicePath } from '@assay/contract/paths.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../ui/toasts/toast.tsx';
import { fetchParam } from './client/queries.ts';
import { useSession } from './client/session.ts';

/** The customer-service chat, opened in a new window. */
export const servicePage = `${servicePath}?language=en`;

/** Parameters are set by people: only a web address is followed. */
function webAddress(text: string): string | null {
  const url = URL.parse(text, location.origin);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Actions of the navigation whose address is a parameter of the server. */
export function useParamLinks() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useSession((session) => session.language);
  const unavailable = () =>
    toast({ id: 'link', kind: 'info', title: t('frame.linkUnavailable'), text: t('frame.linkUnavailableText') });
  const find = async (key: string) => {
    try {
      return webAddress(await fetchParam(key));
    } catch {
      return null;
    }
  };
  return {
    /** The item of the app is absent in French. */
    offersApp: language !== 'fr',
    async downloadApp() {
      const address = await find('down_url');
      if (address === null) unavailable();
      else if (address.startsWith(`${location.origin}/`)) await navigate(address.slice(location.origin.length));
      else location.assign(address);
    },
    async lecturerHall() {
      // Opened before the answer, while the browser still sees the user's press.
      const opened = window.open('about:blank', '_blank');
      const address = await find('live_room_url');
      if (address === null) {
        opened?.close();
        unavailable();
      } else if (opened === null) {
        location.assign(address);
      } else {
        opened.opener = null;
        opened.location.replace(address);
      }
    },
  };
}
