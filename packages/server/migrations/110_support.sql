-- The service chat. A conversation is a customer's, for good, or a visitor's, who holds its token. Times are of the wall.
create table conversations (
  id bigint generated always as identity primary key,
  user_id bigint unique references users,
  token_hash bytea unique check (octet_length(token_hash) = 32), -- the token itself is never stored
  network_hash bytea check (octet_length(network_hash) = 32), -- of the visitor's network, keyed: only its equal finds it
  language text not null check (language in ('zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk')),
  status text not null default 'closed' check (status in ('waiting', 'assigned', 'closed')), -- closed until something is said
  assigned_to bigint references operators,
  active_at timestamptz, -- when whoever has it last did something about it
  waiting_since timestamptz, -- of the first message that nobody has answered
  last_seq integer not null default 0 check (last_seq >= 0), -- number of the newest message
  read_by_customer integer not null default 0 check (read_by_customer between 0 and last_seq),
  read_by_operator integer not null default 0 check (read_by_operator between 0 and last_seq),
  told_seq integer not null default 0 check (told_seq between 0 and last_seq), -- the last answer that was told by notification
  customer_seen_at timestamptz, -- when the chat was last open in front of the customer
  customer_typing_at timestamptz,
  operator_typing_at timestamptz,
  created_at timestamptz not null,
  last_at timestamptz not null, -- of the newest message, else of the beginning
  constraint one_kind_of_owner check ((user_id is null) = (token_hash is not null)),
  constraint visitors_have_a_network check ((token_hash is null) = (network_hash is null)),
  constraint assigned_to_somebody check ((status = 'assigned') = (assigned_to is not null)),
  constraint somebody_is_active check ((assigned_to is null) = (active_at is null)),
  constraint what_waits_says_since_when check (status <> 'waiting' or waiting_since is not null),
  constraint nothing_waits_when_closed check (status <> 'closed' or waiting_since is null)
) with (fillfactor = 70);
create index conversations_waiting on conversations (waiting_since, id) where status = 'waiting';
create index conversations_by_status on conversations (status, last_at desc, id desc);
create index conversations_of_operator on conversations (assigned_to) where assigned_to is not null;
create index conversations_of_network on conversations (network_hash, created_at) where network_hash is not null;
create index conversations_to_erase on conversations (last_at) where user_id is null;

-- A visitor's conversation goes as a whole; a customer's once their account is closed.
create function conversations_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.user_id is not null then
      raise exception 'the conversation of a customer is kept' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if (new.id, new.user_id, new.token_hash, new.network_hash, new.created_at)
    is distinct from (old.id, old.user_id, old.token_hash, old.network_hash, old.created_at) then
    raise exception 'conversation % stays whose it is', old.id using errcode = 'check_violation';
  end if;
  if new.last_seq not in (old.last_seq, old.last_seq + 1) or new.read_by_customer < old.read_by_customer
    or new.read_by_operator < old.read_by_operator or new.told_seq < old.told_seq then
    raise exception 'the numbers of conversation % only go on, one by one', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger conversations_guard_update before update on conversations for each row execute function conversations_guard();
create trigger conversations_guard before delete on conversations for each row
  when (old.user_id is null) execute function conversations_guard();
create trigger erase_closed_only before delete on conversations for each row
  when (old.user_id is not null) execute function erase_closed_only();
create trigger refuse_closed before insert on conversations for each row execute function refuse_closed();

-- What was said: append-only, numbered without gaps. It is erased only with the whole conversation.
create table conversation_messages (
  conversation_id bigint not null references conversations on delete cascade,
  seq integer not null check (seq >= 1),
  author text not null check (author in ('customer', 'operator')),
  operator_id bigint references operators,
  kind text not null check (kind in ('text', 'image', 'joined', 'closed')),
  client_id text not null check (client_id ~ '^[A-Za-z0-9_-]{8,64}$'), -- made by the sender: sent twice, it is one message
  body text check (length(body) between 1 and 2000),
  image_id uuid references images,
  at timestamptz not null,
  primary key (conversation_id, seq),
  constraint one_message_however_often_it_is_sent unique (conversation_id, author, client_id),
  constraint operators_sign check ((author = 'operator') = (operator_id is not null)),
  constraint a_text_has_words check ((kind = 'text') = (body is not null)),
  constraint a_picture_is_there check ((kind = 'image') = (image_id is not null)),
  constraint operators_alone_join_and_close check (kind in ('text', 'image') or author = 'operator')
);
create index conversation_messages_by_time on conversation_messages (conversation_id, at);
create index conversation_messages_of_image on conversation_messages (image_id) where image_id is not null;

create function conversation_messages_guard() returns trigger
language plpgsql set search_path = "$user", public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.seq is distinct from (select last_seq from conversations where id = new.conversation_id) then
      raise exception 'message % of conversation % is not the next', new.seq, new.conversation_id using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- Together with its conversation, which is gone by then.
  if tg_op = 'DELETE' and not exists (select from conversations where id = old.conversation_id) then
    return old;
  end if;
  raise exception 'what was said stays as it was said' using errcode = 'insufficient_privilege';
end $$;
create trigger conversation_messages_guard before insert or update or delete on conversation_messages
  for each row execute function conversation_messages_guard();

-- Prepared answers, each in the ten languages.
create table canned_answers (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 80),
  texts jsonb not null check (
    jsonb_typeof(texts) = 'object' and texts ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'es', 'ar', 'hk']),
  updated_by bigint references operators, -- null: came with the product
  updated_at timestamptz not null
);

-- Days of the week from Monday (1), hours, and the time zone that they are meant in.
insert into parameters (key, value, public) values ('support_hours', '1-5 08:00-20:00 UTC', true);

-- Answers that support begins with; operators change them, and add their own.
insert into canned_answers (title, texts, updated_at) values
  ('Good day', '{
    "zh": "您好！感谢您的来信。我正在查看，马上回复您。",
    "en": "Good day! Thank you for writing. I am looking into it and will be back with you in a moment.",
    "ja": "お問い合わせありがとうございます。ただいま確認しておりますので、少々お待ちください。",
    "ko": "안녕하세요! 문의해 주셔서 감사합니다. 확인하고 있으니 잠시만 기다려 주세요.",
    "de": "Guten Tag! Danke für Ihre Nachricht. Ich sehe es mir an und melde mich gleich wieder.",
    "fr": "Bonjour ! Merci de votre message. Je regarde cela et reviens vers vous dans un instant.",
    "it": "Buongiorno! Grazie per averci scritto. Controllo e torno subito da te.",
    "es": "¡Buenos días! Gracias por escribirnos. Lo estoy revisando y te respondo enseguida.",
    "ar": "مرحبًا! شكرًا لتواصلك معنا. أراجع الأمر وأعود إليك بعد لحظات.",
    "hk": "你好！多謝你的查詢。我正在查看，稍後立即回覆你。"
}'::jsonb, now()),
  ('Which number?', '{
    "zh": "请告诉我该订单或申请的编号，详情中可以看到；也可以发一张屏幕截图。",
    "en": "Could you tell me the number of the order or request? You find it in its details; a picture of the screen helps, too.",
    "ja": "注文または申請の番号をお知らせください。詳細画面に記載されています。画面の画像を送っていただいても構いません。",
    "ko": "주문 또는 신청 번호를 알려 주시겠어요? 상세 화면에 있습니다. 화면 이미지를 보내 주셔도 됩니다.",
    "de": "Nennen Sie mir bitte die Nummer des Auftrags oder Antrags. Sie steht in den Details; ein Bild des Bildschirms hilft auch.",
    "fr": "Pouvez-vous m’indiquer le numéro de l’ordre ou de la demande ? Il figure dans les détails ; une capture d’écran aide aussi.",
    "it": "Puoi indicarmi il numero dell’ordine o della richiesta? Lo trovi nei dettagli; aiuta anche un’immagine dello schermo.",
    "es": "¿Puedes decirme el número de la orden o solicitud? Está en los detalles; una captura de pantalla también ayuda.",
    "ar": "هل يمكنك إخباري برقم الأمر أو الطلب؟ تجده في التفاصيل، وتفيد أيضًا صورة للشاشة.",
    "hk": "請告訴我訂單或申請的編號，可在詳情中找到；亦可傳送螢幕截圖。"
}'::jsonb, now()),
  ('Never a password', '{
    "zh": "请勿向任何人发送密码、验证码或助记词，包括我们：我们不需要，也绝不会索要。",
    "en": "Please never send passwords, codes or recovery words, not even to us: we do not need them and never ask for them.",
    "ja": "パスワード、認証コード、リカバリーフレーズは当社を含め誰にも送らないでください。当社が必要とすることも、お尋ねすることもありません。",
    "ko": "비밀번호, 인증 코드, 복구 문구는 저희를 포함해 누구에게도 보내지 마세요. 저희는 필요로 하지도, 요청하지도 않습니다.",
    "de": "Bitte senden Sie nie Passwörter, Codes oder Wiederherstellungswörter, auch nicht an uns: Wir brauchen sie nicht und fragen nie danach.",
    "fr": "N’envoyez jamais de mot de passe, de code ni de mots de récupération, même à nous : nous n’en avons pas besoin et n’en demandons jamais.",
    "it": "Non inviare mai password, codici o parole di recupero, nemmeno a noi: non ci servono e non li chiediamo mai.",
    "es": "No envíes nunca contraseñas, códigos ni palabras de recuperación, tampoco a nosotros: no los necesitamos ni los pedimos nunca.",
    "ar": "لا ترسل أبدًا كلمات المرور أو الرموز أو كلمات الاسترداد، ولا حتى إلينا: لا نحتاج إليها ولا نطلبها أبدًا.",
    "hk": "請勿向任何人傳送密碼、驗證碼或助記詞，包括我們：我們不需要，亦絕不會索取。"
}'::jsonb, now()),
  ('All done', '{
    "zh": "问题应已解决。如仍有疑问，请随时在此留言。",
    "en": "This should be settled now. If anything is still open, just write here again.",
    "ja": "これで解決したかと存じます。ほかにご不明な点があれば、いつでもこちらにお書きください。",
    "ko": "이제 해결되었을 것입니다. 더 궁금한 점이 있으면 언제든지 여기에 남겨 주세요.",
    "de": "Damit sollte es erledigt sein. Ist noch etwas offen, schreiben Sie einfach wieder hier.",
    "fr": "Tout devrait être réglé. S’il reste une question, écrivez simplement de nouveau ici.",
    "it": "Ora dovrebbe essere tutto risolto. Se resta qualcosa, scrivi di nuovo qui.",
    "es": "Con esto debería quedar resuelto. Si queda algo pendiente, escribe de nuevo aquí.",
    "ar": "يُفترض أن الأمر قد حُلّ الآن. إن بقي شيء فاكتب هنا من جديد.",
    "hk": "問題應已解決。如仍有疑問，請隨時在此留言。"
}'::jsonb, now());
