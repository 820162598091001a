-- The English singular and plurals of a word; only those that the forum has are looked for.
CREATE OR REPLACE FUNCTION public.f_search_plurals(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY(
    SELECT DISTINCT regexp_replace(word, rule.pattern, rule.other) FROM (VALUES
      ('^(..+[^s])s$', '\1'), ('^(..+(?:s|x|z|ch|sh|o))es$', '\1'), ('^(..+)ies$', '\1y'), ('^(.+)ves$', '\1f'), ('^(.+)ves$', '\1fe'), ('^(.+z)zes$', '\1'),
      ('^(.+[^s])$', '\1s'), ('^(.+(?:s|x|z|ch|sh|o))$', '\1es'), ('^(.+[^aeiou])y$', '\1ies'), ('^(.+)fe?$', '\1ves'), ('^(.+iz)$', '\1zes'),
      ('^(wo|)man$', '\1men'), ('^(wo|)men$', '\1man'), ('^child$', 'children'), ('^children$', 'child'), ('^person$', 'people'), ('^people$', 'person'),
      ('^foot$', 'feet'), ('^feet$', 'foot'), ('^tooth$', 'teeth'), ('^teeth$', 'tooth'), ('^goose$', 'geese'), ('^geese$', 'goose'),
      ('^mouse$', 'mice'), ('^mice$', 'mouse')
    ) AS rule (pattern, other)
    WHERE word ~ rule.pattern
  );
